/**
 * Compares Tenon's matcher alone with the routers of its peers: nanoseconds to find a route and the
 * values of its parameters. The paths are new strings each time, as on a server.
 *
 *     node bench/router/run.ts [--rounds 15] [--write]
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { kinds, type Kind } from './routes.ts'
import { createRouters, type Router } from './routers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
})
const batch = 500
const batches = 30

const routers = createRouters()
for (const router of routers) for (const kind of kinds) verify(router, kind)
for (const router of routers) warmUp(router)

const samples = new Map<string, number[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const kind of kinds) for (const router of routers) sample(router, kind)
}
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}

function verify(router: Router, { path, route, parameters }: Kind): void {
  const found = router.find(path)
  assert.equal(found?.route, route, `${router.name} finds ${found?.route} for ${path}`)
  // Sorted, because some routers list the last parameter first.
  const read = (found?.parameters ?? []).toSorted()
  assert.deepEqual(read, parameters.toSorted(), `${router.name} reads ${path} otherwise`)
}

/** Mixes all kinds of paths, as on a server, so that the code is not optimized for a single one. */
function warmUp(router: Router): void {
  for (let i = 0; i < 500; i++) {
    for (const kind of kinds) router.time(toPaths(kind, 20))
  }
}

function sample(router: Router, kind: Kind): void {
  const key = `${router.name} ${kind.name}`
  const nanos = samples.get(key) ?? []
  for (let i = 0; i < batches; i++) nanos.push(router.time(toPaths(kind, batch)) / batch)
  samples.set(key, nanos)
}

/** Creates new strings outside the measured time: a string's cached hash would favor maps. */
function toPaths(kind: Kind, count: number): readonly string[] {
  const bytes = Buffer.from(kind.path)
  return Array.from({ length: count }, () => bytes.toString('latin1'))
}

function toReport(): string {
  const median = (router: Router, kind: Kind): number => {
    const sorted = (samples.get(`${router.name} ${kind.name}`) ?? []).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? NaN
  }
  const rows = routers.map((router) => {
    const nanos = kinds.map((kind) => median(router, kind))
    const mean = Math.exp(nanos.reduce((sum, value) => sum + Math.log(value), 0) / nanos.length)
    return { name: router.name, nanos, mean }
  })
  const lines = rows
    .toSorted((a, b) => a.mean - b.mean)
    .map(({ name, nanos, mean }) => [name, mean, ...nanos])
    .map((cells) => cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell)))
  const head = ['', 'geometric mean', ...kinds.map(({ name }) => name)]
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`
  return `Nanoseconds to match one path, medians; ${machine}.\n\n${table.join('\n')}\n`
}
