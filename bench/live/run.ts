/**
 * Measures live pages: the memory of open streams, how long it takes until all clients of one prop show a
 * change, and how long other requests wait meanwhile.
 *
 *     npm run build -w tenon && npm install --prefix bench/live --ignore-scripts
 *     node bench/live/run.ts [--streams 10000] [--clients 1000] [--rounds 5] [--write]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serverSeconds } from '../jobs/server-cpu.ts'
import { refreshPages } from '../page.ts'
import { PageClient, serverEnvironment } from './client.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})
const [streamCount, clientCount, rounds] = [values.streams, values.clients, values.rounds].map(
  Number,
) as [number, number, number]
const port = 18_560
const client = new PageClient(port)

interface Figures {
  readonly name: string
  readonly memoryMb: number
  readonly perStreamKb: number
  readonly convergedMs: readonly number[]
  readonly otherP99Ms: number
  /** The CPU time of the server for one change. */
  readonly cpuMs: number
}

const contenders = [
  { name: 'Tenon', file: 'server.ts' },
  { name: `@boringnode/transmit ${versionOf('@boringnode/transmit')}`, file: 'transmit.ts' },
  { name: 'by hand, `node:http`', file: 'bare.ts' },
]
const all: Figures[] = []
for (const { name, file } of contenders) all.push(await measure(name, file))
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}
client.close()

async function measure(name: string, file: string): Promise<Figures> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, file)], {
    env: {
      ...serverEnvironment(port),
      NODE_OPTIONS: '--max-semi-space-size=4',
      MALLOC_MMAP_THRESHOLD_: '16384',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    await client.untilServed()
    const shown = JSON.parse(await client.send('GET', '/notes'))
    const tickets = [[shown.liveProps.notes.ticket]]
    const before = JSON.parse(await client.send('GET', '/memory'))
    const idle = await openStreams(streamCount, tickets, () => {})
    await delay(1000)
    const after = JSON.parse(await client.send('GET', '/memory'))
    for (const stream of idle) stream.destroy()
    await delay(2000)

    const measured = await measureRounds(tickets, child.pid)
    const grown = after.rss - before.rss
    return {
      name,
      memoryMb: after.rss / 1e6,
      perStreamKb: grown / streamCount / 1000,
      ...measured,
    }
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

/** Writes, and waits until every client has asked again and has the new value. */
async function measureRounds(
  tickets: unknown,
  pid: number | undefined,
): Promise<Pick<Figures, 'convergedMs' | 'otherP99Ms' | 'cpuMs'>> {
  const convergedMs: number[] = []
  const others: number[] = []
  let seconds = 0
  let title = ''
  let left = 0
  let done = (): void => {}
  const ask = async (): Promise<void> => {
    const text = await client.send('GET', '/notes')
    if (text.includes(`"${title}"`) && --left === 0) done()
  }
  const streams = await openStreams(clientCount, tickets, () => void ask())
  let isOver = false
  const pinging = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      // time: other requests come while clients ask, on a connection of their own
      await client.send('GET', '/ping', new Agent())
      others.push(performance.now() - startedAt)
      await delay(5)
    }
  })()
  for (let round = 0; round < rounds; round += 1) {
    title = `round-${round}`
    left = clientCount
    const all = new Promise<void>((resolve) => (done = resolve))
    const before = serverSeconds(pid)
    await client.send('POST', `/notes/${title}`)
    const startedAt = performance.now()
    await all
    convergedMs.push(performance.now() - startedAt)
    seconds += serverSeconds(pid) - before
    // time: the next change is the first one again for each client
    await delay(500)
  }
  isOver = true
  await pinging
  for (const stream of streams) stream.destroy()
  const sorted = others.toSorted((a, b) => a - b)
  const otherP99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return { convergedMs, otherP99Ms, cpuMs: (seconds / rounds) * 1000 }
}

async function openStreams(
  count: number,
  tickets: unknown,
  onChange: () => void,
): Promise<readonly IncomingMessage[]> {
  const streams: IncomingMessage[] = []
  while (streams.length < count) {
    const next = Array.from({ length: Math.min(100, count - streams.length) }, () =>
      client.open(tickets, (text) => {
        if (text.includes('"changed"')) onChange()
      }),
    )
    streams.push(...(await Promise.all(next)))
  }
  return streams
}

function versionOf(name: string): string {
  const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}

function toReport(): string {
  const rows = all.map(({ name, memoryMb, perStreamKb, convergedMs, otherP99Ms, cpuMs }) => {
    const sorted = convergedMs.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    const worst = sorted.at(-1) ?? 0
    return `| ${name} | ${memoryMb.toFixed(0)} MB | ${perStreamKb.toFixed(1)} kB | ${median.toFixed(0)} ms (${worst.toFixed(0)} ms) | ${cpuMs.toFixed(0)} ms | ${otherP99Ms.toFixed(0)} ms |`
  })
  return `# Live pages

\`node bench/live/run.ts --streams ${streamCount} --clients ${clientCount} --rounds ${rounds}\`, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), clients on the same machine.

| server | resident with ${streamCount.toLocaleString('en')} streams | per stream | ${clientCount.toLocaleString('en')} clients show a change: median (slowest) of ${rounds} | CPU of the server for it | other requests meanwhile, p99 |
|---|---:|---:|---:|---:|---:|
${rows.join('\n')}

The load of the machine was ${loadavg()[0]?.toFixed(0)} at the end: above the number of cores, others had a part of them.

The other two tell everyone of everything, without tickets, positions, sessions or a pace, and answer from memory instead of a database.
`
}
