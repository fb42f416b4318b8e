import {
  type CompiledQuery,
  type OrderByItemBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Table, TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import { unreachable } from '../support/unreachable.ts'
import { buildCondition, relatedRows, type Scope, tests } from './build-condition.ts'
import { buildSum } from './build-sum.ts'
import type { AnyTables, Compiler } from './compiler.ts'
import type { Parameter } from './condition.ts'
import type { Change, Operation, Pivot, Selection } from './selection.ts'

/** Compiles a query; among the parameters of the result stand the selection's own. */
export function buildQuery(
  compiler: Compiler,
  selection: Selection,
  operation: Operation,
  dialect: Dialect,
): CompiledQuery {
  const scope = { dialect, name: selection.table.name, depth: 0 }
  switch (operation.kind) {
    case 'rows':
      return rows(compiler, selection, scope)
    case 'column':
      return page(compiler, selection, scope).select(operation.column.name).compile()
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
      const all = compiler.deleteFrom(selection.table.name)
      return (condition === undefined ? all : all.where(buildCondition(condition, scope))).compile()
    }
    case 'update': {
      const { condition } = selection
      const values = assignments(operation.changes, dialect)
      const all = compiler.updateTable(selection.table.name).set(values)
      return (condition === undefined ? all : all.where(buildCondition(condition, scope))).compile()
    }
    default:
      return unreachable(operation)
  }
}

function rows(compiler: Compiler, selection: Selection, scope: Scope): CompiledQuery {
  const columns = selection.table.columns.map(({ name }) => `${scope.name}.${name}`)
  const counts = selection.counts.map(({ name, link, condition }) =>
    relatedRows(link, condition, scope)
      .select(sql`count(*)`.as('count'))
      .as(name),
  )
  const query = page(compiler, selection, scope).select(columns).select(counts)
  const joined =
    selection.pivot === undefined ? query : join(query, selection.pivot, selection.table, scope)
  return (selection.lock && scope.dialect === 'postgres' ? joined.forUpdate() : joined).compile()
}

function join(query: Select, pivot: Pivot, { key }: Table, { name, dialect }: Scope): Select {
  const columns = [pivot.localColumn, ...pivot.columns.map((column) => column.name)]
  const local = sql.ref(`pivot.${pivot.localColumn}`)
  return query
    .innerJoin(`${pivot.table} as pivot`, `pivot.${pivot.targetColumn}`, `${name}.${key.name}`)
    .where(tests[dialect].list(local, sql.val(pivot.localKeys)))
    .select(columns.map((column) => `pivot.${column} as pivot_${column}`))
}

type Select = SelectQueryBuilder<AnyTables, string, object>

function page(compiler: Compiler, selection: Selection, scope: Scope): Select {
  let query: Select = filtered(compiler, selection, scope)
  for (const { column, direction } of selection.order) {
    query = query.orderBy(`${scope.name}.${column.name}`, orderOf(column, direction, scope))
  }
  const limit = limitOf(selection, scope)
  if (limit !== undefined) query = query.limit(limit)
  if (selection.offset !== undefined) query = query.offset(sql<number>`${selection.offset}`)
  return query
}

/**
 * Makes null the largest value, as it is on PostgreSQL. Said only where it can matter: SQLite would
 * sort the rows of a column that is never null although its index has their order.
 */
function orderOf({ definition }: TableColumn, direction: 'asc' | 'desc', { dialect }: Scope) {
  return (order: OrderByItemBuilder) => {
    const directed = direction === 'asc' ? order.asc() : order.desc()
    if (!definition.nullable || dialect === 'postgres') return directed
    return direction === 'asc' ? directed.nullsLast() : directed.nullsFirst()
  }
}

function filtered(compiler: Compiler, { table, condition, keys }: Selection, scope: Scope): Select {
  const all: Select =
    keys === undefined ? compiler.selectFrom(scope.name) : keyed(compiler, keys, table, scope)
  return condition === undefined ? all : all.where(buildCondition(condition, scope))
}

/**
 * SQLite goes from key to key because a cross join stays in its order: of a list in a condition it
 * makes a table first, and scans for it where the table of the rows was small when last analyzed.
 */
function keyed(
  compiler: Compiler,
  keys: Parameter,
  { key }: Table,
  { name, dialect }: Scope,
): Select {
  const column = sql.ref(`${name}.${key.name}`)
  if (dialect === 'postgres') {
    return compiler.selectFrom(name).where(tests.postgres.list(column, sql.val(keys)))
  }
  const wanted = sql<{ value: unknown }>`json_each(${keys})`.as('json_each')
  return compiler.selectFrom(wanted).crossJoin(name).where(column, '=', sql.ref('json_each.value'))
}

/**
 * SQLite knows `offset` only after a `limit`. It looks at a parameter that stands there alone while
 * it plans, and so compiles the statement anew for each value: 6 µs of the 10 that one row takes.
 */
function limitOf({ limit, offset }: Selection, { dialect }: Scope): RawBuilder<number> | undefined {
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
