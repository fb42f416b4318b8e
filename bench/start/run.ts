/**
 * Measures the CPU time until the built examples, in production, have answered their first request,
 * `/_app/health`, compared with a bare `node:http` server.
 *
 *     npm run build -w tenon && node bench/start/run.ts [--starts 15] [--write]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { toMedian } from '../http/report.ts'
import { refreshPages } from '../page.ts'
import { BuiltExample } from './built-example.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
})
const port = 18_520

using todo = BuiltExample.build('todo')
using accounts = BuiltExample.build('accounts')
const programs: readonly Program[] = [
  { name: 'the todo application', file: todo.file, env: todo.environment(port) },
  { name: 'the application with accounts', file: accounts.file, env: accounts.environment(port) },
  {
    name: 'bare `node:http`',
    file: join(import.meta.dirname, 'bare.js'),
    env: todo.environment(port),
  },
]
const samples = new Map<string, number[]>(programs.map(({ name }) => [name, []]))
for (let i = 0; i < Number(values.starts); i++) {
  for (const program of programs) samples.get(program.name)?.push(await measureStart(program))
}
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}

interface Program {
  readonly name: string
  readonly file: string
  readonly env: NodeJS.ProcessEnv
}

async function measureStart({ file, env }: Program): Promise<number> {
  const child = spawn(process.execPath, [file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilHealthy(child)
    return readCpuMs(child)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

async function untilHealthy(child: ChildProcess): Promise<void> {
  for (;;) {
    const isHealthy = await fetch(`http://127.0.0.1:${port}/_app/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    await delay(5)
  }
}

/** The kernel's count for all threads of the process, in nanoseconds. */
function readCpuMs({ pid }: ChildProcess): number {
  const tasks = `/proc/${pid}/task`
  const nanos = readdirSync(tasks).map((task) =>
    Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]),
  )
  return nanos.reduce((sum, value) => sum + value, 0) / 1e6
}

function toReport(): string {
  const rows = programs.map(({ name }) => {
    const all = samples.get(name) ?? []
    const cells = [toMedian(all), Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0))
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return [
    '| CPU ms until the first response | median | minimum | maximum |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    '',
    `${values.starts} starts each; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n')
}
