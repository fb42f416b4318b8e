/**
 * Measures what a dispatch costs a transaction, on a PostgreSQL that waits for the disk at each commit:
 * transactions per second with an insert and a dispatch, against those with two inserts, 32 at a time in
 * each process. They take turns; the medians are reported. Then the pick-up by another, idle process.
 *
 *     node --conditions=source bench/jobs/commits.ts [--rounds 7] [--seconds 3]
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { toMedian } from '../http/report.ts'
import type { Kind, Measured } from './commits-process.ts'

const PROCESSES = [1, 4]
const PICK_UPS = 100

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
})

await using postgres = await startPostgres({ isDurable: true })
const children = await startAll(Math.max(...PROCESSES))
const { settings } = await ask(children[0], { kind: 'settings', ms: 0 })
console.log(`PostgreSQL ${settings}\n`)
for (const count of PROCESSES) await compare(children.slice(0, count))
await reportPickUp(children)
for (const child of children) child.kill()

async function startAll(count: number): Promise<readonly ChildProcess[]> {
  const started: ChildProcess[] = []
  for (let n = 0; n < count; n++) {
    const child = fork(`${import.meta.dirname}/commits-process.ts`, [postgres.url])
    await once(child, 'message')
    started.push(child)
  }
  return started
}

async function compare(processes: readonly ChildProcess[]): Promise<void> {
  const inserts: number[] = []
  const dispatches: number[] = []
  await measure(processes, 'dispatch') // opens the connections
  for (let round = 0; round < Number(values.rounds); round++) {
    inserts.push(await measure(processes, 'insert'))
    dispatches.push(await measure(processes, 'dispatch'))
  }
  const ratios = dispatches.map((count, i) => count / (inserts[i] ?? NaN))
  console.log(
    `${processes.length} process(es): two inserts ${toMedian(inserts)} per second, ` +
      `an insert and a dispatch ${toMedian(dispatches)}, ratio ${toMedian(ratios).toFixed(2)}`,
  )
}

/** Transactions per second of some processes together. */
async function measure(processes: readonly ChildProcess[], kind: Kind): Promise<number> {
  const ms = Number(values.seconds) * 1000
  const answers = await Promise.all(processes.map((child) => ask(child, { kind, ms })))
  return Math.round(answers.reduce((sum, { perSecond }) => sum + perSecond, 0))
}

/** From the commit of one process to the start of the function in another. */
async function reportPickUp([dispatching, working]: readonly ChildProcess[]): Promise<void> {
  await ask(working, { kind: 'work', ms: 0 })
  const times: number[] = []
  for (let n = 0; n < PICK_UPS; n++) {
    const heard = once(working as ChildProcess, 'message')
    const { at: committedAt } = await ask(dispatching, { kind: 'dispatch-one', ms: 0 })
    const [started] = (await heard) as [Measured]
    times.push(started.at - committedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [median, most] = [sorted[PICK_UPS / 2], sorted[Math.floor(PICK_UPS * 0.95)]]
  console.log(`pick-up: median ${median?.toFixed(1)} ms, 95 % within ${most?.toFixed(1)} ms`)
}

async function ask(
  child: ChildProcess | undefined,
  request: { readonly kind: Kind; readonly ms: number },
): Promise<Measured> {
  if (child === undefined) throw new Error('There is no such process')
  const answered = once(child, 'message')
  child.send(request)
  const [answer] = (await answered) as [Measured]
  return answer
}
