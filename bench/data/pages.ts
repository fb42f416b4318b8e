/**
 * Reads the first and the deepest page of 2,000,000 rows by a cursor, in several orders, and asks each database for its
 * plan. Writes `pages.results.md`.
 *
 *     npm ci --ignore-scripts && npm run pages [-- --rows 2000000] [--plans]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { c, Model } from 'tenon/models'
import { createDatabase, type Database, withDatabase } from 'tenon/database'
import { both } from '../../packages/tenon/src/data/queries/condition.ts'
import { constant } from '../../packages/tenon/src/data/queries/parameter.ts'
import type { Order } from '../../packages/tenon/src/data/queries/selection.ts'
import { explain } from '../../packages/tenon/src/data/records/fetch.ts'
import { segmentsAfter } from '../../packages/tenon/src/data/models/paging/segments.ts'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'

class Rental extends Model('rentals', {
  id: c.id(),
  rented_at: c.timestamp(),
  returned_at: c.timestamp().nullable(),
  note: c.text(),
}) {}

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    plans: { type: 'boolean', default: false },
  },
})
const ROWS = Number(options.rows)
const PER_PAGE = 20
const TIMES = 500

interface Column {
  readonly name: 'id' | 'rented_at' | 'returned_at'
  readonly direction: Order['direction']
}

const orders: Readonly<Record<string, readonly Column[]>> = {
  'the key': [{ name: 'id', direction: 'asc' }],
  '`rented_at`, key': [
    { name: 'rented_at', direction: 'asc' },
    { name: 'id', direction: 'asc' },
  ],
  '`rented_at` and key descending': [
    { name: 'rented_at', direction: 'desc' },
    { name: 'id', direction: 'desc' },
  ],
  '`rented_at` descending, key ascending': [
    { name: 'rented_at', direction: 'desc' },
    { name: 'id', direction: 'asc' },
  ],
  '`returned_at`, which may be null, key': [
    { name: 'returned_at', direction: 'asc' },
    { name: 'id', direction: 'asc' },
  ],
}

interface Result {
  readonly order: string
  readonly firstMs: number
  readonly deepestMs: number
  readonly offsetMs: number
  readonly plans: readonly string[]
}

const folder = mkdtempSync(join(tmpdir(), 'tenon-pages-'))
const sections: string[] = []
{
  await using database = createDatabase(`sqlite:${join(folder, 'rentals.sqlite')}`)
  sections.push(toSection('SQLite', await measureAll(database)))
}
rmSync(folder, { recursive: true })
{
  await using server = await startPostgres()
  await using database = createDatabase(server.url, { statementTimeout: false })
  sections.push(toSection('PostgreSQL', await measureAll(database)))
}

const report = `# Pages of ${ROWS.toLocaleString('en')} rows

Written by \`npm run pages\` in this folder on Node ${process.versions.node}: the least of ${TIMES} reads of a page of ${PER_PAGE} records, through a model. The deepest page
is the last one. *By offset* is \`offset()\` and \`limit()\` for the rows of the deepest page, once. Client and server share the machine.
Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

${sections.join('\n')}`
console.log(report)
writeFileSync(join(import.meta.dirname, 'pages.results.md'), report)

async function measureAll(database: Database): Promise<readonly Result[]> {
  await database.script(fillSql(database.dialect))
  return withDatabase(database, async () => {
    const results: Result[] = []
    for (const [order, columns] of Object.entries(orders)) {
      results.push(await measureOrder(order, columns))
    }
    return results
  })
}

async function measureOrder(order: string, columns: readonly Column[]): Promise<Result> {
  const ordered = () =>
    columns.reduce((query, { name, direction }) => query.orderBy(name, direction), Rental.query())
  const last = await lastRecords(columns)
  const [before, ...page] = last
  if (before === undefined) throw new Error('There are too few rows')
  // A cursor is a position in an order, whatever the conditions of the query that returns it.
  const { nextCursor } = await ordered()
    .where('id', 'in', [before.id, page[0]?.id ?? 0])
    .cursorPaginate({ perPage: 1 })

  const deepest = () => ordered().cursorPaginate({ perPage: PER_PAGE, cursor: nextCursor })
  const ids = (await deepest()).data.map(({ id }) => id)
  if (ids.join() !== page.map(({ id }) => id).join()) throw new Error(`Other rows by ${order}`)

  return {
    order,
    ...(await leastOf(() => ordered().cursorPaginate({ perPage: PER_PAGE }), deepest)),
    offsetMs: await time(() =>
      ordered()
        .offset(ROWS - PER_PAGE)
        .limit(PER_PAGE)
        .all(),
    ),
    plans: await plansAfter(before, columns),
  }
}

/** The last records of an order, and the record before them. They are read as the first ones of the opposite order. */
async function lastRecords(columns: readonly Column[]): Promise<Rental[]> {
  const opposite = columns.reduce(
    (query, { name, direction }) => query.orderBy(name, direction === 'asc' ? 'desc' : 'asc'),
    Rental.query(),
  )
  return (await opposite.limit(PER_PAGE + 1).all()).toReversed()
}

/** The plan of each statement that may read rows after a record. */
async function plansAfter(record: Rental, columns: readonly Column[]): Promise<string[]> {
  const { entity, selection } = Rental.query().plan
  const order = columns.map(({ name, direction }) => ({
    column: entity.table.column(name),
    direction,
  }))
  const segments = segmentsAfter(
    order,
    columns.map(({ name }) => record[name]),
  )
  const plans: string[] = []
  for (const segment of segments) {
    const condition = both(selection.condition, segment.condition)
    const page = { ...selection, ...segment, condition, limit: constant(PER_PAGE) }
    plans.push(await explain(entity, page, { kind: 'rows' }))
  }
  return plans
}

/** One after the other, so that a host that is slow for a second slows down both. */
async function leastOf(first: () => Promise<unknown>, deepest: () => Promise<unknown>) {
  const [firstTimes, deepestTimes]: [number[], number[]] = [[], []]
  for (let i = 0; i < TIMES; i++) {
    firstTimes.push(await time(first))
    deepestTimes.push(await time(deepest))
  }
  return { firstMs: Math.min(...firstTimes), deepestMs: Math.min(...deepestTimes) }
}

async function time(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await read()
  return performance.now() - startedAt
}

/** Groups of three rentals have the same time, and every fourth rental has not been returned. */
function fillSql(dialect: Database['dialect']): string {
  const note = `'A rental with some words about it'`
  if (dialect === 'sqlite') {
    return `create table rentals (id integer primary key, rented_at integer not null, returned_at integer, note text not null);
      insert into rentals (rented_at, returned_at, note)
        select 1763000000000 + n / 3 * 1000, case when n % 4 = 0 then null else 1763000000000 + n / 3 * 1000 end, ${note}
        from (with recursive s(n) as (select 1 union all select n + 1 from s where n < ${ROWS}) select n from s);
      create index rentals_rented on rentals (rented_at, id);
      create index rentals_returned on rentals (returned_at, id);
      analyze;`
  }
  const moment = `to_timestamp(1763000000 + n / 3)`
  return `create table rentals (id integer generated by default as identity primary key, rented_at timestamptz(3) not null,
      returned_at timestamptz(3), note text not null);
    insert into rentals (rented_at, returned_at, note)
      select ${moment}, case when n % 4 = 0 then null else ${moment} end, ${note} from generate_series(1, ${ROWS}) as s(n);
    create index rentals_rented on rentals (rented_at, id);
    create index rentals_returned on rentals (returned_at, id);
    analyze rentals;`
}

function toSection(title: string, results: readonly Result[]): string {
  const rows = results.map(({ order, firstMs, deepestMs, offsetMs }) =>
    [
      order,
      inMs(firstMs),
      `${inMs(deepestMs)} (${(deepestMs / firstMs).toFixed(2)})`,
      inMs(offsetMs),
    ].join(' | '),
  )
  const plans = results.map(
    ({ order, plans: all }) => `${order}:\n\n\`\`\`text\n${all.join('\n\nthen\n\n')}\n\`\`\`\n`,
  )
  return `## ${title}

| order | first page | deepest page | by offset |
|---|---:|---:|---:|
${rows.map((row) => `| ${row} |`).join('\n')}
${options.plans ? `\nThe plans of the deepest page:\n\n${plans.join('\n')}` : ''}`
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`
}
