import assert from 'node:assert/strict'
import { it } from 'node:test'
import { transaction } from '../../src/database.ts'
import { Dice } from '../changes/random-schedule.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { type AnyQuery, type CursorPage, queryOf } from './any-query.ts'
import { compare, kept } from './expected.ts'
import {
  type Conditions,
  randomColumn,
  randomConditions,
  randomRelation,
  write,
} from './random-condition.ts'
import { columnsOf, randomRows, type Row, type Rows, type TableName, withRows } from './records.ts'

/** `RANDOM_QUERIES=10000` runs more. */
const count = Number(process.env['RANDOM_QUERIES'] ?? 150)
const seed = Number(process.env['SEED'] ?? 1)

forEachDialect('random queries', (open) => {
  it(`find what the same conditions find in memory: ${count}, seed ${seed}`, async () => {
    const dice = new Dice(seed)
    const rows = randomRows(dice)
    await withRows(await open(), rows, async () => {
      for (let i = 0; i < count; i++) await checkQuery(dice, rows)
    })
  })
})

async function checkQuery(dice: Dice, rows: Rows): Promise<void> {
  const table = dice.pick(['customers', 'orders', 'orders', 'lines', 'labels'] as const)
  const conditions = randomConditions(dice, rows, table)
  const order = randomOrder(dice, table)
  const found = kept(rows[table]).filter((row) => conditions.says(row) === true)
  const expected = found.toSorted(order.compare)
  const filtered = (): AnyQuery => conditions.refine(queryOf(table))
  const checked: Checked = {
    dice,
    rows,
    table,
    expected,
    filtered,
    ordered: () => order.add(filtered()),
  }
  try {
    await checkReads(checked)
    await checkPages(checked)
    await checkAggregates(checked)
    await checkRelation(checked)
    await checkUpdate(checked)
  } catch (error) {
    throw new Error(`${table}${conditions.text}${order.text}`, { cause: error })
  }
}

/** A query, and the rows that it has to find, in order. */
interface Checked {
  readonly dice: Dice
  readonly rows: Rows
  readonly table: TableName
  readonly expected: readonly Row[]
  readonly filtered: () => AnyQuery
  readonly ordered: () => AnyQuery
}

async function checkReads({ dice, expected, filtered, ordered }: Checked): Promise<void> {
  const [limit, offset] = [1 + dice.below(4), dice.below(4)]
  const part = ordered().limit(limit).offset(offset)

  assert.deepEqual(idsOf(await ordered().all()), idsOf(expected))
  assert.deepEqual(idsOf(await part.all()), idsOf(expected).slice(offset, offset + limit))
  assert.deepEqual(await ordered().pluck('id'), idsOf(expected))
  assert.equal(await filtered().count(), expected.length)
  assert.equal(await filtered().exists(), expected.length > 0)
}

async function checkPages({ dice, expected, ordered }: Checked): Promise<void> {
  const perPage = 1 + dice.below(3)
  const second = await ordered().paginate({ page: 2, perPage })
  const batched: number[] = []
  for await (const batch of ordered().batches(perPage)) batched.push(...idsOf(batch))

  assert.deepEqual(idsOf(second.data), idsOf(expected).slice(perPage, 2 * perPage))
  assert.equal(second.total, expected.length)
  assert.deepEqual(batched, idsOf(expected))
  assert.deepEqual(await readByCursor(ordered, perPage), {
    forth: idsOf(expected),
    back: idsOf(expected),
  })
}

/** Reads all pages from the first to the last, and back. */
async function readByCursor(ordered: () => AnyQuery, perPage: number) {
  let page: CursorPage = await ordered().cursorPaginate({ perPage })
  const forth = [...idsOf(page.data)]
  while (page.nextCursor !== null) {
    page = await ordered().cursorPaginate({ cursor: page.nextCursor, perPage })
    forth.push(...idsOf(page.data))
  }
  const back = [...idsOf(page.data)]
  while (page.previousCursor !== null) {
    page = await ordered().cursorPaginate({ cursor: page.previousCursor, perPage })
    back.unshift(...idsOf(page.data))
  }
  return { forth, back }
}

async function checkAggregates({ dice, table, expected, filtered }: Checked): Promise<void> {
  const [column, kind] = randomColumn(dice, table)
  const values = expected.map((row) => row[column]).filter((value) => value !== null)
  const sorted = values.toSorted((one, other) => compare(kind, one, other))
  const groups = await filtered().groupBy(column).count().all()
  const sizes = Map.groupBy(expected, (row) => write(row[column]))

  if (kind !== 'text' && kind !== 'boolean') {
    assert.deepEqual(await filtered().min(column), sorted[0] ?? null)
    assert.deepEqual(await filtered().max(column), sorted.at(-1) ?? null)
  }
  if (kind === 'integer') assert.equal(await filtered().sum(column), sumOf(values))
  assert.deepEqual(
    new Map(groups.map((group) => [write(group[column]), group['count']])),
    new Map([...sizes].map(([value, { length }]) => [value, length])),
  )
}

async function checkRelation({ dice, rows, table, expected, ordered }: Checked): Promise<void> {
  const [name, { to, isList, find }] = randomRelation(dice, table)
  // A relation that leads to exactly one record takes no conditions.
  const inner = table === 'lines' ? undefined : randomConditions(dice, rows, to, 2)
  const order = randomOrder(dice, to)
  const limit = isList && dice.below(2) === 0 ? 1 + dice.below(3) : undefined
  const refine = (query: AnyQuery): AnyQuery => {
    const all = inner?.refine(query) ?? query
    const listed = isList ? order.add(all) : all
    return limit === undefined ? listed : listed.limit(limit)
  }
  const related = (row: Row): readonly Row[] =>
    matching(find(rows, row), inner).toSorted(order.compare)
  const loaded = await ordered().with(name, refine).all()
  const fewLoaded = await ordered().with(name, refine).limit(5).all()
  const expectedIds = expected.map((row) => idsOf(related(row)).slice(0, limit))

  assert.deepEqual(
    loaded.map((record) => idsOf(listOf(record[name]))),
    expectedIds,
  )
  assert.deepEqual(
    fewLoaded.map((record) => idsOf(listOf(record[name]))),
    expectedIds.slice(0, 5),
  )
  if (inner === undefined) return

  const counted = await ordered()
    .withCount(name, inner.refine, { as: 'found_count' })
    .withSum(name, 'id', inner.refine, { as: 'id_sum' })
    .withMax(name, 'id', inner.refine, { as: 'id_max' })
    .all()
  assert.deepEqual(
    counted.map((record) => [record['found_count'], record['id_sum'], record['id_max']]),
    expected.map((row) => {
      const ids = idsOf(related(row))
      return [ids.length, sumOf(ids), ids.length === 0 ? null : Math.max(...ids)]
    }),
  )
}

/** Updates what the query finds, and nothing else. The update is undone. */
async function checkUpdate({ table, expected, filtered }: Checked): Promise<void> {
  const [column, value] = updates[table]
  const undone = new Error('Undone')
  const updating = transaction(async () => {
    assert.equal(await filtered().update({ [column]: value }), expected.length)
    const updated = await queryOf(table).where(column, value).orderBy('id', 'asc').pluck('id')
    assert.deepEqual(
      updated,
      idsOf(expected).toSorted((one, other) => one - other),
    )
    throw undone
  })
  await assert.rejects(updating, undone)
}

/** Values that no row has. */
const updates = {
  customers: ['name', 'none'],
  orders: ['title', 'none'],
  lines: ['rank', 99],
  labels: ['name', 'none'],
} as const

/** An order that ends with the key, so that it is definite. Null sorts as the largest value. */
function randomOrder(dice: Dice, table: TableName) {
  const chosen = Array.from({ length: dice.below(3) }, () => randomColumn(dice, table))
  const names = new Set(chosen.filter(([, kind]) => kind !== 'text').map(([name]) => name)).add(
    'id',
  )
  const parts = [...names].map((name) => [name, dice.pick(['asc', 'desc'] as const)] as const)
  return {
    text: parts.map(([name, direction]) => `.orderBy(${name} ${direction})`).join(''),
    add: (query: AnyQuery) =>
      parts.reduce((all, [name, direction]) => all.orderBy(name, direction), query),
    compare: (one: Row, other: Row): number => {
      for (const [name, direction] of parts) {
        const order = compareNulls(columnsOf[table][name] ?? 'text', one[name], other[name])
        if (order !== 0) return direction === 'asc' ? order : -order
      }
      return 0
    },
  }
}

function compareNulls(kind: Parameters<typeof compare>[0], one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return compare(kind, one, other)
}

function matching(rows: readonly Row[], conditions: Conditions | undefined): readonly Row[] {
  return rows.filter((row) => conditions === undefined || conditions.says(row) === true)
}

function listOf(related: unknown): readonly Row[] {
  return [related].flat().filter((record) => record !== null) as Row[]
}

function idsOf(rows: readonly Row[]): readonly number[] {
  return rows.map(({ id }) => id)
}

function sumOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}
