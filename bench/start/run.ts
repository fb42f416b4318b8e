/**
 * Measures the CPU time until the built examples, in production, have answered their first request,
 * compared with servers of other frameworks and with a bare `node:http` server.
 *
 *     npm ci --prefix bench --ignore-scripts && npm ci --prefix bench/pages --ignore-scripts
 *     npm run build -w tenon && node bench/start/run.ts [--starts 15] [--write]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
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
const endCleanly = 'data:text/javascript,process.on("SIGTERM", () => process.exit())'

using todo = BuiltExample.build('todo')
using accounts = BuiltExample.build('accounts')
using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-bench-start-'))
/** The servers of other comparisons, with Node's compile cache, which a built application uses by itself. */
const peer = {
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(folder.path, 'cache'),
  SERVER_PORT: String(port),
}
const programs: readonly Program[] = [
  { name: 'the todo application', file: todo.file, env: todo.environment(port) },
  { name: 'the application with accounts', file: accounts.file, env: accounts.environment(port) },
  {
    name: 'AdonisJS with sessions, a login and pages',
    file: join(import.meta.dirname, '../pages/servers/adonis.ts'),
    env: { ...peer, STARTER_KIT: '1', LOGIN: '1' },
  },
  {
    name: 'NestJS, 60 routes',
    file: join(import.meta.dirname, '../http/servers/nest.ts'),
    env: peer,
  },
  {
    name: 'Fastify, 60 routes',
    file: join(import.meta.dirname, '../http/servers/fastify.ts'),
    env: peer,
  },
  { name: 'bare `node:http`', file: join(import.meta.dirname, 'bare.js'), env: peer },
]
for (const program of programs) await startOnce(program)
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

/** Starts a program that ends cleanly, so that Node keeps the code it has compiled. */
async function startOnce(program: Program): Promise<void> {
  const child = start(program, '--import', endCleanly)
  await untilAnswering(child)
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function measureStart(program: Program): Promise<number> {
  const child = start(program)
  try {
    await untilAnswering(child)
    return readCpuMs(child)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function start({ file, env }: Program, ...options: readonly string[]): ChildProcess {
  const own = mkdtempSync(join(folder.path, 'peer-'))
  return spawn(process.execPath, [...options, file], {
    env: { ...env, FOLDER: own },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Waits for any answer below 500: the servers of other frameworks have no health endpoint. */
async function untilAnswering(child: ChildProcess): Promise<void> {
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/_app/health`).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isUp) return
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
