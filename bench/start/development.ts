/**
 * Measures how long a developer waits: for `tenon dev`, for a command, for a build.
 *
 *     npm run build -w tenon && node bench/start/development.ts [--times 9] [--write]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { toMedian } from '../http/report.ts'
import { refreshPages } from '../page.ts'
import { BuiltExample } from './built-example.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '9' },
    write: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
const port = 18_530
const tenon = join(import.meta.dirname, '../../packages/tenon/bin/tenon.js')

using todo = BuiltExample.build('todo')
using accounts = BuiltExample.build('accounts')
const rows: ReadonlyArray<readonly [name: string, measure: () => Promise<number>]> = [
  ['`tenon dev` of the todo application, until it answers', () => develop(todo)],
  ['`tenon dev` of the application with accounts, until it answers', () => develop(accounts)],
  ['`tenon build` of the application with accounts', () => run(accounts, tenon, 'build')],
  [
    '`node main.ts migrate` of the todo application, nothing to do',
    () => run(todo, 'main.ts', 'migrate'),
  ],
  ['`tenon make --help`', () => run(todo, tenon, 'make', '--help')],
  ['bare Node, `node --eval 0`', () => run(todo, '--eval', '0')],
]
// They take turns, so that all of them run under the same conditions. The first round fills caches.
const samples = rows.map((): number[] => [])
for (let round = 0; round <= times; round++) {
  for (const [i, [, measure]] of rows.entries()) {
    const ms = await measure()
    if (round > 0) samples[i]?.push(ms)
  }
}
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'development.results.md'), report)
  refreshPages()
}

async function develop(example: BuiltExample): Promise<number> {
  const startedAt = performance.now()
  const child = start(example, tenon, 'dev')
  const ended = once(child, 'exit')
  while (!(await isAnswering()) && child.exitCode === null) await delay(5)
  const ms = performance.now() - startedAt
  if (child.exitCode !== null) throw new Error(`tenon dev ended with ${child.exitCode}`)
  child.kill('SIGTERM')
  await ended
  return ms
}

async function run(example: BuiltExample, ...args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const [code] = await once(start(example, ...args), 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - startedAt
}

function start(example: BuiltExample, ...args: readonly string[]) {
  const { PATH, DATABASE_URL } = example.environment(port)
  return spawn(process.execPath, args, {
    cwd: example.folder,
    env: { PATH, DATABASE_URL, SERVER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function isAnswering(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/_app/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function toReport(): string {
  const lines = rows.map(([name], i) => {
    const all = samples[i] ?? []
    const cells = [toMedian(all), Math.min(...all), Math.max(...all)]
    return `| ${name} | ${cells.map((ms) => (ms / 1000).toFixed(2)).join(' | ')} |`
  })
  return [
    '| seconds | median | minimum | maximum |',
    '| --- | ---: | ---: | ---: |',
    ...lines,
    '',
    `${times} times each; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n')
}
