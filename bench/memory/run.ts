/**
 * Measures resident memory of the built todo application in production over 100,000 requests:
 * client files, pages as documents and page objects, forms that are stored and forms that are
 * refused.
 *
 *     npm run build -w tenon && node bench/memory/run.ts [--requests 100000] [--write]
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { BuiltExample } from '../start/built-example.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    write: { type: 'boolean', default: false },
  },
})
const requestCount = Number(values.requests)
const port = 18_540
const connections = 16

interface Visit {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}

type Visits = ReadonlyArray<() => Visit>

const firstTodos = 20
const lastingTodo = 1
const client = { 'x-inertia': 'true', 'content-type': 'application/json' }
const document = { accept: 'text/html' }
const store: Visit = {
  method: 'POST',
  path: '/todos',
  headers: client,
  body: '{"title":"Write"}',
  status: 303,
}

using todo = BuiltExample.build('todo')
const bare = join(import.meta.dirname, 'bare.js')
/** The settings of `deploy/Dockerfile` and of the systemd units. */
const deployed = { NODE_OPTIONS: '--max-semi-space-size=4', MALLOC_MMAP_THRESHOLD_: '16384' }
const programs: readonly Program[] = [
  { name: 'the todo application, as deployed', file: todo.file, env: deployed },
  { name: 'without those settings', file: todo.file, env: {} },
  { name: 'bare `node:http`, with them', file: bare, env: deployed },
  { name: 'bare, without', file: bare, env: {} },
]
const columns: Array<readonly Point[]> = []
for (const program of programs) {
  todo.emptyDatabase()
  columns.push(await measureProgram(program))
}
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}

/**
 * The requests of a visitor, in turn. Whatever is stored is deleted again, so the list keeps its
 * length.
 */
function toVisits(assets: readonly string[]): Visits {
  const script = assets.find((name) => name.endsWith('.js'))
  let oldest = lastingTodo
  return [
    () => ({ method: 'GET', path: '/todos', headers: document, status: 200 }),
    () => ({ method: 'GET', path: '/todos', headers: client, status: 200 }),
    () => ({ method: 'GET', path: `/assets/${script}`, headers: {}, status: 200 }),
    () => store,
    () => ({ ...store, body: '{"title":""}', status: 422 }),
    () => ({ ...store, method: 'PUT', path: `/todos/${lastingTodo}` }),
    () => ({ method: 'GET', path: `/todos/${lastingTodo}/edit`, headers: client, status: 200 }),
    () => ({ method: 'DELETE', path: `/todos/${++oldest}`, headers: client, status: 303 }),
    () => ({ method: 'GET', path: '/nothing/here', headers: document, status: 404 }),
    () => ({ method: 'GET', path: '/_app/health', headers: {}, status: 200 }),
  ]
}

interface Program {
  readonly name: string
  readonly file: string
  readonly env: NodeJS.ProcessEnv
}

interface Point {
  readonly requests: number
  readonly residentBytes: number
}

async function measureProgram({ file, env }: Program): Promise<readonly Point[]> {
  const child = spawn(process.execPath, [file], {
    env: { ...todo.environment(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilListening(child)
    return await measure(child)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

async function measure(child: ChildProcess): Promise<readonly Point[]> {
  const visits = toVisits(readdirSync(todo.assetsFolder))
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  for (let i = 0; i < firstTodos; i++) await visit(agent, store)
  const points: Point[] = [{ requests: 0, residentBytes: readResidentBytes(child) }]
  const step = requestCount / 10
  for (let done = 0; done < requestCount; done += step) {
    await sendAll(agent, visits, { from: done, count: step })
    points.push({ requests: done + step, residentBytes: readResidentBytes(child) })
  }
  agent.destroy()
  return points
}

async function sendAll(
  agent: Agent,
  visits: Visits,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  let next = from
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const toVisit = visits[next % visits.length]
      next += 1
      if (toVisit !== undefined) await visit(agent, toVisit())
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}

async function visit(agent: Agent, { body, status, ...own }: Visit): Promise<void> {
  const sent = request({ agent, port, host: '127.0.0.1', ...own })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  assert.equal(response.statusCode, status, `${own.method} ${own.path}`)
}

async function untilListening(child: ChildProcess): Promise<void> {
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/_app/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    await delay(20)
  }
}

function readResidentBytes({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

function toReport(): string {
  const [first = []] = columns
  const rows = first.map(({ requests }, index) => {
    const megabytes = columns.map((points) =>
      ((points[index]?.residentBytes ?? NaN) / 1e6).toFixed(0),
    )
    return `| ${requests.toLocaleString('en')} | ${megabytes.join(' | ')} |`
  })
  return [
    'Resident memory in MB.\n',
    `| requests | ${programs.map(({ name }) => name).join(' | ')} |`,
    `|${' ---: |'.repeat(1 + programs.length)}`,
    ...rows,
    '',
    `Production, SQLite, ${connections} connections; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n')
}
