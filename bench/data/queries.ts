/**
 * Compares the kinds of queries that a builder writes for you with the same statements by hand, with Kysely and with
 * Drizzle. Also measures what naming an owner costs. Writes `queries.results.md`.
 *
 *     npm ci --ignore-scripts && npm run queries [-- --turns 30]
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from 'tenon/database'
import { registerDatabase } from '../../packages/tenon/src/data/database/current-database.ts'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import type { Dialect } from './contender.ts'
import { openByHand } from './queries/by-hand.ts'
import { openDrizzle } from './queries/drizzle.ts'
import { type Answers, fillSql, type Kind, kinds } from './queries/kinds.ts'
import { openKysely } from './queries/kysely.ts'
import { openTenon, OwnedTicket, Team, Ticket } from './queries/tenon.ts'

const { values } = parseArgs({ options: { turns: { type: 'string', default: '30' } } })
const TURNS = Number(values.turns)
const TURN_MS = 50

type Call = (i: number) => unknown
/** CPU microseconds of one call, by contender. */
type Costs = Readonly<Record<string, number>>

interface Measured {
  readonly kinds: ReadonlyMap<Kind, Costs>
  readonly owner: Costs
}

const folder = mkdtempSync(join(tmpdir(), 'tenon-queries-'))
const onSqlite = await measureAll('sqlite', join(folder, 'queries.sqlite'))
rmSync(folder, { recursive: true })
const server = await startPostgres()
const onPostgres = await measureAll('postgres', server.url)
await server.stop()

const report = `# Kinds of queries

CPU microseconds of the process for one query, lower is better; in brackets, relative to the same statement by hand on the driver, prepared. Written by \`npm run queries\`
in this folder on Node ${process.versions.node}: ${TURNS} short turns of each, one after another, of which the best counts. All run in one process. The server's own CPU time is not counted.
Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

## SQLite, one call at a time

${toTable(onSqlite)}

## PostgreSQL, 32 calls at a time

${toTable(onPostgres)}

Kysely compiles each query; Drizzle and by hand use prepared statements. Kysely and Drizzle return the decimals of SQLite as numbers, by hand and Tenon as text, and Tenon checks what it
writes.

## Naming the owner

\`Ticket.of(team)\` of an owned model, against \`Ticket.where('team_id', team.id)\` of the same table without an owner, both with a condition, an order and a limit, in
${5 * TURNS} turns of each. Two runs differ by more than these ratios.

| | \`where\` | \`of(team)\` |
|---|---:|---:|
| SQLite | ${toOwner(onSqlite.owner)} |
| PostgreSQL | ${toOwner(onPostgres.owner)} |
`
console.log(report)
writeFileSync(join(import.meta.dirname, 'queries.results.md'), report)
process.exit()

async function measureAll(dialect: Dialect, place: string): Promise<Measured> {
  await using database = createDatabase(dialect === 'sqlite' ? `sqlite:${place}` : place)
  await database.script(fillSql(dialect))
  const unregister = registerDatabase(database)
  const contenders: Readonly<Record<string, Answers>> = {
    'by hand': openByHand(dialect, place),
    Tenon: await openTenon(),
    Drizzle: openDrizzle(dialect, place),
    Kysely: openKysely(dialect, place),
  }
  const measured = new Map<Kind, Costs>()
  for (const kind of Object.keys(kinds) as Kind[]) {
    const calls = Object.entries(contenders).map(
      ([name, answers]) => [name, answers[kind]] as const,
    )
    await assertAlike(kind, calls)
    measured.set(kind, await measure(Object.fromEntries(calls), dialect))
  }
  const team = await Team.findOrFail(1)
  const owner = await measure(
    {
      where: () =>
        Ticket.where('team_id', team.id).where('state', 'open').orderBy('id').limit(20).all(),
      of: () => OwnedTicket.of(team).where('state', 'open').orderBy('id').limit(20).all(),
    },
    dialect,
    // These two queries differ less than two turns of the same query do.
    5 * TURNS,
  )
  for (const answers of Object.values(contenders)) await answers.close()
  unregister()
  return { kinds: measured, owner }
}

/** All contenders answer with the same rows, except where they write. */
async function assertAlike(kind: Kind, calls: readonly (readonly [string, Call])[]): Promise<void> {
  if (kind === 'upsert' || kind === 'returning') return
  const [expected, ...others] = await Promise.all(
    calls.map(async ([, call]) => identities(await call(7))),
  )
  assert.ok((expected?.length ?? 0) > 1, kind)
  for (const [i, other] of others.entries())
    assert.deepEqual(other, expected, `${kind} of ${calls[i + 1]?.[0]}`)
}

function identities(answer: unknown): readonly unknown[] {
  const page = answer as { readonly data?: readonly object[] }
  const rows = (page.data ?? answer) as readonly { id?: number; state: string; tickets?: unknown }[]
  return rows
    .slice(0, 20)
    .map(({ id, state, tickets }) => id ?? `${state} ${String(tickets)}`)
    .toSorted()
}

async function measure(
  calls: Readonly<Record<string, Call>>,
  dialect: Dialect,
  turns = TURNS,
): Promise<Costs> {
  const best: Record<string, number> = {}
  for (let turn = -5; turn < turns; turn++) {
    for (const [name, call] of Object.entries(calls)) {
      const cost = await turnOf(call, dialect)
      if (turn >= 0) best[name] = Math.min(best[name] ?? Infinity, cost)
    }
  }
  return best
}

async function turnOf(call: Call, dialect: Dialect): Promise<number> {
  const before = process.cpuUsage()
  let count = 0
  let usedUs = 0
  const work = async (): Promise<void> => {
    while (usedUs < TURN_MS * 1000) {
      await call(count++)
      if (count % 16 === 0) usedUs = used(before)
    }
  }
  await Promise.all(Array.from({ length: dialect === 'sqlite' ? 1 : 32 }, work))
  return used(before) / count
}

function used(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function toTable({ kinds: all }: Measured): string {
  const names = ['by hand', 'Tenon', 'Drizzle', 'Kysely']
  const rows = [...all].map(([kind, costs]) => {
    const cells = names.map((name) => {
      const cost = costs[name] ?? NaN
      return `${cost.toFixed(1)} (${(cost / (costs['by hand'] ?? NaN)).toFixed(2)})`
    })
    return `| ${kinds[kind]} | ${cells.join(' | ')} |`
  })
  return [
    `| | ${names.map((name) => (name === 'Tenon' ? '**Tenon**' : name)).join(' | ')} |`,
    `|---|${names.map(() => '---:|').join('')}`,
    ...rows,
  ].join('\n')
}

function toOwner({ where = NaN, of = NaN }: Costs): string {
  return `${where.toFixed(1)} | ${of.toFixed(1)} (${(of / where).toFixed(3)})`
}
