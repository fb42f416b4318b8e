import { rulesOf } from '../columns/column-type.ts'
import { adapters } from '../database/dialects/adapters.ts'
import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Table } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import {
  buildCondition,
  buildFragment,
  relatedRows,
  relatedScope,
  type Scope,
  tests,
} from './build-condition.ts'
import { buildSum } from './build-sum.ts'
import type { AnyTables, Compiler } from './compiler.ts'
import type { Parameter } from './condition.ts'
import { buildJsonOrder, buildJsonValue } from './json-path.ts'
import { buildRelevance } from './search.ts'
import { keyOrder } from './selection.ts'
import type {
  AnyOrder,
  Change,
  ComputedOrder,
  Lock,
  Operation,
  Output,
  Pivot,
  RelatedAggregate,
  RelatedColumn,
  Selection,
  ValuesOperation,
} from './selection.ts'

/** Compiles a query; the parameters of the result include those of the selection as objects. */
export function buildQuery(
  compiler: Compiler,
  selection: Selection,
  operation: Operation,
  dialect: Dialect,
): CompiledQuery {
  const isRowwise = namesFewRows(selection)
  const namesAggregates = operation.kind === 'rows' && selection.limitPer === undefined
  const scope = { dialect, name: selection.table.name, depth: 0, isRowwise, namesAggregates }
  switch (operation.kind) {
    case 'rows':
      return rows(compiler, selection, scope)
    case 'column':
      return page(compiler, selection, scope).select(operation.column.name).compile()
    case 'values':
      return values(compiler, selection, operation, scope).compile()
    case 'exists':
      return filtered(compiler, selection, scope)
        .select(sql.lit(1).as('found'))
        .limit(sql.lit(1))
        .compile()
    case 'count':
      return filtered(compiler, selection, scope)
        .select(sql`count(*)`.as('count'))
        .compile()
    case 'delete': {
      const { condition } = selection
      const names = operation.returning?.map(({ name }) => name)
      const all = compiler.deleteFrom(selection.table.name)
      const some = condition === undefined ? all : all.where(buildCondition(condition, scope))
      return (names === undefined ? some : some.returning(names)).compile()
    }
    case 'update': {
      const { condition } = selection
      const names = operation.returning?.map(({ name }) => name)
      const values = assignments(operation.changes, dialect)
      const all = compiler.updateTable(selection.table.name).set(values)
      const some = condition === undefined ? all : all.where(buildCondition(condition, scope))
      return (names === undefined ? some : some.returning(names)).compile()
    }
    default:
      return unreachable(operation)
  }
}

/** Whether a key or a unique value identifies the rows. */
function namesFewRows({ keys, condition, table }: Selection): boolean {
  if (keys !== undefined) return true
  const conditions = condition?.kind === 'all' ? condition.conditions : [condition]
  return conditions.some(
    (each) =>
      each?.kind === 'compare' &&
      each.operator === '=' &&
      (each.column === table.key || each.column.definition.unique),
  )
}

function rows(compiler: Compiler, selection: Selection, scope: Scope): CompiledQuery {
  const { columns: read = selection.table.columns } = selection
  const columns = read.map(({ name }) => `${scope.name}.${name}`)
  const aggregates = selection.aggregates.map((each) =>
    aggregateOf(each, scope, selected).as(each.name),
  )
  const { limitPer, pivot, lock } = selection
  const found = limitPer === undefined ? page : filtered
  const query = found(compiler, selection, scope).select(columns).select(aggregates)
  const joined = pivot === undefined ? query : join(query, pivot, scope)
  if (limitPer !== undefined) return ranked(compiler, joined, selection, scope).compile()
  if (selection.joined !== undefined) return related(compiler, joined, selection, scope).compile()
  if (lock === undefined || adapters[scope.dialect].lockRows === '') return joined.compile()
  return locked[lock](joined).compile()
}

const locked: Readonly<Record<Lock, (rows: Select) => Select>> = {
  wait: (rows) => rows.forUpdate(),
  skip: (rows) => rows.forUpdate().skipLocked(),
  fail: (rows) => rows.forUpdate().noWait(),
  share: (rows) => rows.forKeyShare(),
}

/** Joins after the limit, so that the database looks up related rows only for the rows that are returned. */
function related(
  compiler: Compiler,
  rows: Select,
  { joined = [], order }: Selection,
  scope: Scope,
): Select {
  let query: Select = compiler.selectFrom(rows.as(scope.name)).selectAll(scope.name)
  for (const [i, { table, columns, local, key, condition }] of joined.entries()) {
    const name = `related${i}`
    query = query
      .leftJoin(`${table.name} as ${name}`, (join) => {
        const on = join.onRef(`${name}.${key.name}`, '=', `${scope.name}.${local.name}`)
        return condition === undefined ? on : on.on(buildCondition(condition, { ...scope, name }))
      })
      .select(columns.map((column) => `${name}.${column.name}`))
  }
  for (const each of order) query = query.orderBy(orderOf(each, scope))
  return query
}

/** Computes a value from related rows; `write` writes the expression to select or to order by. */
function aggregateOf(
  { name, by, column, link, condition }: RelatedAggregate,
  scope: Scope,
  write: typeof selected,
): RawBuilder<unknown> {
  if (by === 'exists') {
    return sql`exists ${relatedRows(link, condition, scope).select(sql.lit(1).as('found'))}`
  }
  const rows = relatedRows(link, condition, scope, by === 'count' ? 'none' : 'target')
  return sql`${rows.select(write({ name, by, column }, relatedScope(scope)).as(by))}`
}

/** Numbers the rows of each owner in order, and keeps those within limit and offset. */
function ranked(compiler: Compiler, rows: Select, selection: Selection, scope: Scope): Select {
  const { limitPer, pivot, limit, offset } = selection
  const owners =
    limitPer === 'pivot'
      ? [`pivot.${pivot?.localColumn}`]
      : (limitPer ?? []).map(({ name }) => `${scope.name}.${name}`)
  const order = sql.join(ordersOf(selection, scope))
  const rank = sql`row_number() over (partition by ${sql.join(owners.map((name) => sql.ref(name)))} order by ${order})`
  const first = offset === undefined ? sql.lit(0) : sql`${offset}`

  const all = compiler.selectFrom(rows.select(rank.as('rank_of_row')).as('ranked')).selectAll()
  const kept = all.where('rank_of_row', '>', first).orderBy('rank_of_row')
  if (limit === undefined) return kept
  return kept.where(sql`${sql.ref('rank_of_row')} - ${first}`, '<=', sql`${limit}`)
}

/** The order of a selection; by key if it does not have one. */
function ordersOf({ order, table }: Selection, scope: Scope): RawBuilder<unknown>[] {
  const orders = order.length > 0 ? order : keyOrder(table)
  return orders.map((each) => orderOf(each, scope))
}

function values(
  compiler: Compiler,
  selection: Selection,
  { outputs, isGrouped, isDistinct, having, orderBy }: ValuesOperation,
  scope: Scope,
): Select {
  let query = page(compiler, selection, scope)
  const isCompared = isDistinct || isGrouped
  for (const output of outputs) {
    const value = isCompared ? comparable(output, scope) : selected(output, scope)
    query = query.select(value.as(output.name))
  }
  if (isDistinct) query = query.distinct()
  if (isGrouped) {
    query = query.groupBy(
      outputs.flatMap((output, i) => (isGroup(output) ? [toGroup(output, i, scope)] : [])),
    )
  }
  for (const { output, operator, parameter } of having) {
    query = query.having(outputOf(output, scope), operator, operandOf(output, parameter))
  }
  for (const { output, direction } of orderBy) {
    query = query.orderBy(
      directed(orderedOutput(output, scope), direction, isNullable(output), scope),
    )
  }
  return query
}

/** PostgreSQL would read the number as the type of the count or sum, and refuse 1.5 for one of whole numbers. */
function operandOf({ by }: Output, parameter: Parameter): RawBuilder<unknown> {
  const isComputed = by === 'count' || by === 'sum' || by === 'avg'
  return isComputed ? sql`cast(${parameter} as numeric)` : sql`${parameter}`
}

function isGroup(output: Output): boolean {
  return output.by === 'sql' ? output.isGroup : output.by === 'column' || output.by === 'json'
}

/** Groups raw SQL by position: if its values were bound again, PostgreSQL would not recognize the selected SQL. */
function toGroup(output: Output, index: number, scope: Scope): RawBuilder<unknown> {
  return output.by === 'sql' ? sql.lit(index + 1) : comparable(output, scope)
}

/** Selects the sum and the count instead of a mean of decimals, because SQLite would round the mean. */
function selected(output: Output, scope: Scope): RawBuilder<unknown> {
  if (output.by !== 'avg' || !isExactMean(output)) return outputOf(output, scope)
  const value = sql.ref(`${scope.name}.${output.column.name}`)
  return sql`sum(${value}) || '/' || count(${value})`
}

function isExactMean({ by, column }: Pick<RelatedAggregate, 'by' | 'column'>): boolean {
  return by === 'avg' && column.definition.digits !== undefined
}

/** The value in a form that the database can compare for equality. */
function comparable(output: Output, scope: Scope): RawBuilder<unknown> {
  const value = selected(output, scope)
  if (output.by !== 'column') return value
  return castAs(value, rulesOf(output.column.definition).groupedAs?.[scope.dialect])
}

function castAs(value: RawBuilder<unknown>, type: string | undefined): RawBuilder<unknown> {
  return type === undefined ? value : sql`cast(${value} as ${sql.raw(type)})`
}

function orderedOutput(output: Output, scope: Scope): RawBuilder<unknown> {
  // If its values were bound again, PostgreSQL would not recognize the selected SQL.
  if (output.by === 'sql') return sql.ref(output.name)
  // JSON text is ordered differently from its values.
  const isText = output.by === 'json' && scope.dialect === 'sqlite'
  return isText ? buildJsonOrder(output.place, scope.name, 'sqlite') : outputOf(output, scope)
}

function isNullable(output: Output): boolean {
  return !('column' in output) || output.by === 'avg' || output.column.definition.nullable
}

function outputOf(output: Output, { name, dialect }: Scope): RawBuilder<unknown> {
  if (output.by === 'sql') return buildFragment(output.fragment)
  if (output.by === 'json') return buildJsonValue(output.place, name, dialect)
  if (output.by === 'count') return sql`count(*)`
  const value = sql.ref(`${name}.${output.column.name}`)
  if (output.by === 'column') return value
  // The sum of no rows is read as zero, so it is also compared and ordered as zero.
  if (output.by === 'sum') return sql`coalesce(sum(${value}), 0)`
  const { extremesAs } = rulesOf(output.column.definition)
  return sql`${sql.raw(output.by)}(${castAs(value, extremesAs?.[dialect])})`
}

function join(query: Select, pivot: Pivot, { name, dialect }: Scope): Select {
  const columns = [pivot.localColumn, ...pivot.columns.map((column) => column.name)]
  const local = sql.ref(`pivot.${pivot.localColumn}`)
  const joinColumn = `${name}.${pivot.joinColumn}`
  const joined = query.innerJoin(
    `${pivot.table} as pivot`,
    `pivot.${pivot.targetColumn}`,
    joinColumn,
  )
  const { deletedAt } = pivot
  const alive = deletedAt === undefined ? joined : joined.where(`pivot.${deletedAt}`, 'is', null)
  return alive
    .where(tests[dialect].list(local, sql.val(pivot.localKeys)))
    .select(columns.map((column, i) => `pivot.${column} as pivot_${i}`))
}

type Select = SelectQueryBuilder<AnyTables, string, object>

function page(compiler: Compiler, selection: Selection, scope: Scope): Select {
  let query: Select = filtered(compiler, selection, scope)
  for (const order of selection.order) query = query.orderBy(orderOf(order, scope))
  const limit = limitOf(selection, scope)
  if (limit !== undefined) query = query.limit(limit)
  if (selection.offset !== undefined) query = query.offset(sql<number>`${selection.offset}`)
  return query
}

/**
 * Makes null the largest value, as on PostgreSQL. Only for nullable columns: with this clause, SQLite
 * sorts the rows even if an index has their order.
 */
function orderOf(order: AnyOrder, scope: Scope): RawBuilder<unknown> {
  const { column, direction } = order
  if (column === undefined) {
    const mayBeNull = order.by.kind !== 'pivot' || order.by.column.definition.nullable
    return directed(computed(order, scope), direction, mayBeNull, scope)
  }
  const value = sql.ref(`${scope.name}.${column.name}`)
  const isNullable = column.definition.nullable && order.areNullsApart !== true
  return directed(value, direction, isNullable, scope)
}

function computed({ by }: ComputedOrder, scope: Scope): RawBuilder<unknown> {
  switch (by.kind) {
    case 'sql':
      return buildFragment(by.fragment)
    case 'json':
      return buildJsonOrder(by.place, scope.name, scope.dialect)
    case 'relevance':
      return buildRelevance(by.search, scope.name, scope.dialect)
    case 'aggregate': {
      const { aggregate } = by
      const isNamed = scope.namesAggregates && !isExactMean(aggregate)
      return isNamed ? sql.ref(aggregate.name) : sql`(${aggregateOf(aggregate, scope, outputOf)})`
    }
    case 'related':
      return relatedColumn(by, scope)
    case 'pivot':
      return sql.ref(`pivot.${by.column.name}`)
    default:
      return unreachable(by)
  }
}

/** Limited to one row, because a `hasOne` may have several, which PostgreSQL refuses here. */
function relatedColumn(
  { link, column, condition }: RelatedColumn,
  scope: Scope,
): RawBuilder<unknown> {
  const { name } = relatedScope(scope)
  const rows = relatedRows(link, condition, scope).select(`${name}.${column.name}`)
  const first = link.target.keys.reduce((all, key) => all.orderBy(`${name}.${key.name}`), rows)
  return sql`${first.limit(sql.lit(1))}`
}

function directed(
  value: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  isNullable: boolean,
  { dialect }: Scope,
): RawBuilder<unknown> {
  const words = isNullable ? adapters[dialect].nullsAreLargest[direction] : direction
  return sql`${value} ${sql.raw(words)}`
}

function filtered(compiler: Compiler, { table, condition, keys }: Selection, scope: Scope): Select {
  const all: Select =
    keys === undefined ? compiler.selectFrom(scope.name) : keyed(compiler, keys, table, scope)
  return condition === undefined ? all : all.where(buildCondition(condition, scope))
}

/**
 * SQLite keeps the order of a cross join, so it looks up one key after the other. For a list in a condition
 * it would build a table first, and would scan the rows if their table was small when last analyzed.
 */
function keyed(
  compiler: Compiler,
  keys: Parameter,
  table: Table,
  { name, dialect }: Scope,
): Select {
  const key = table.singleKey('its rows cannot be listed by single values.')
  const column = sql.ref(`${name}.${key.name}`)
  if (dialect === 'postgres') {
    return compiler.selectFrom(name).where(tests.postgres.list(column, sql.val(keys)))
  }
  const wanted = sql<{ value: unknown }>`json_each(${keys})`.as('json_each')
  return compiler.selectFrom(wanted).crossJoin(name).where(column, '=', sql.ref('json_each.value'))
}

/**
 * SQLite allows `offset` only after `limit`. If a parameter is the whole limit, the planner reads its value
 * and compiles the statement again for each value: 6 of the 10 µs that reading one row takes. `+ 0` avoids that.
 */
function limitOf({ limit, offset }: Selection, { dialect }: Scope): RawBuilder<number> | undefined {
  if (limit?.written !== undefined) return sql.lit(limit.written)
  if (limit !== undefined) return dialect === 'sqlite' ? sql`${limit} + 0` : sql`${limit}`
  return offset !== undefined && dialect === 'sqlite' ? sql.lit(-1) : undefined
}

function assignments(changes: readonly Change[], dialect: Dialect): Record<string, unknown> {
  const entries = changes.map(({ column, by, parameter }) => [
    column.name,
    by === 'value' ? parameter : buildSum(column, parameter, dialect),
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}
