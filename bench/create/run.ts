/**
 * Measures how long it takes to create an application until its first page answers, and what is
 * installed for it, next to other scaffolders.
 *
 *     node bench/create/run.ts [--runs 3] [--write]
 *
 * Every run begins with an empty cache of npm. All packages come through the same local registry,
 * which has Tenon as it is in this folder and fetches everything else from npm's.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRegistry } from '../../packages/create-tenon/test/local-registry.ts'
import { buildScaffolder, own, workspace } from '../../packages/create-tenon/test/scaffold.ts'
import { findPort } from '../../packages/tenon/test/support/find-port.ts'
import { toMedian } from '../http/report.ts'
import { refreshPages } from '../page.ts'
import { contenders, type Command, type Contender, type Serve } from './contenders.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})

interface Measurement {
  readonly installMs: number
  /** From the start of the development server to the first page. */
  readonly serveMs: number | undefined
  readonly packages: number
  readonly bytes: number
}

await using registry = await startRegistry()
await publishTenon()
const measured = new Map<Contender, Measurement[]>(contenders.map((one) => [one, []]))
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const contender of contenders) measured.get(contender)?.push(await measure(contender))
}
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}

async function publishTenon(): Promise<void> {
  buildScaffolder()
  const tenon = join(workspace, 'packages/tenon')
  await finish(start(['npm', 'run', 'build'], { cwd: tenon, env: process.env }))
  for (const folder of [tenon, own]) {
    await finish(start(['npm', 'publish', '--ignore-scripts'], { cwd: folder, env: registry.env }))
  }
}

async function measure({ name, commands, serve }: Contender): Promise<Measurement> {
  using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-bench-create-'))
  const cwd = place.path
  const env = { ...registry.env, npm_config_cache: join(cwd, 'cache'), npm_config_fund: 'false' }
  const startedAt = performance.now()
  for (const command of commands) await finish(start(command, { cwd, env }))
  const installMs = performance.now() - startedAt

  const serveMs = serve && (await measureFirstPage(serve, { cwd, env }))
  const served = serveMs === undefined ? 'not served' : `a page after ${toSeconds(serveMs)} s more`
  console.log(`${name}: installed in ${toSeconds(installMs)} s, ${served}`)
  return { installMs, serveMs, ...weigh(join(cwd, 'app')) }
}

interface Place {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** Its own process group, because what npm starts has to be stopped too. */
function start([program, ...args]: Command, place: Place): ChildProcess {
  return spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
}

async function finish(child: ChildProcess): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += String(chunk)))
  }
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${child.spawnargs.join(' ')} failed:\n${output}`)
}

async function measureFirstPage(serve: Serve, { cwd, env }: Place): Promise<number> {
  const port = await findPort()
  const { command, env: own = {} } = serve(port)
  const startedAt = performance.now()
  const child = start(command, { cwd, env: { ...env, ...own } })
  child.stdout?.resume()
  child.stderr?.resume()
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`, child)
    return performance.now() - startedAt
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const isAnswered = await fetch(url, { headers: { accept: 'text/html' } }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isAnswered) return
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    await delay(20)
  }
}

function weigh(app: string): Pick<Measurement, 'packages' | 'bytes'> {
  const lock: { packages: object } = JSON.parse(
    readFileSync(join(app, 'package-lock.json'), 'utf8'),
  )
  const installed = join(app, 'node_modules')
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  const names = Object.keys(lock.packages)
  return {
    // The lock file also lists those for other systems.
    packages: names.filter((name) => name !== '' && existsSync(join(app, name))).length,
    bytes: files.reduce((sum, file) => sum + lstatSync(join(installed, file)).size, 0),
  }
}

function toReport(): string {
  return [
    '|  | what you have then | create and install, s | start, s | together, s | packages | MB |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...contenders.map((contender) => `| ${toCells(contender).join(' | ')} |`),
    '',
    `The median of ${values.runs} runs; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n')
}

function toCells(contender: Contender): readonly (string | number)[] {
  const all = measured.get(contender) ?? []
  const median = (read: (one: Measurement) => number): number => toMedian(all.map(read))
  const isServed = contender.serve !== undefined
  return [
    contender.name,
    contender.result,
    toSeconds(median(({ installMs }) => installMs)),
    isServed ? toSeconds(median(({ serveMs = NaN }) => serveMs)) : '',
    isServed ? toSeconds(median(({ installMs, serveMs = NaN }) => installMs + serveMs)) : '',
    median(({ packages }) => packages),
    Math.round(median(({ bytes }) => bytes) / 1e6),
  ]
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
