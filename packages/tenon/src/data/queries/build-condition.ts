import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { rulesOf } from '../columns/column-type.ts'
import type { TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import type { AnyTables } from './compiler.ts'
import { buildJson, buildJsonNull } from './json-path.ts'
import { buildSearch } from './search.ts'
import type { ComparisonOperator, Condition, FirstCondition, Fragment, Link } from './condition.ts'

/** The position of a condition: the table whose columns it names, and the number of subqueries around it. */
export interface Scope {
  readonly dialect: Dialect
  /** The table, or its alias in a subquery. */
  readonly name: string
  readonly depth: number
  /** Whether rows are tested one at a time: because there are few, or because a subquery runs for each row. */
  readonly isRowwise: boolean
  /** Whether aggregates of related rows are selected columns, so that an order can refer to them by name. */
  readonly namesAggregates: boolean
}

/** Turns a condition into a Kysely expression; parameters are kept as objects. */
export function buildCondition(condition: Condition, scope: Scope): Expression<SqlBool> {
  switch (condition.kind) {
    case 'compare':
      return buildComparison(condition, scope)
    case 'columns':
      return buildColumns(condition, scope)
    case 'sql':
      return buildFragment<SqlBool>(condition.fragment)
    case 'json':
      return buildJson(condition, scope.name, scope.dialect)
    case 'search':
      return buildSearch(condition.search, scope.name, scope.dialect)
    case 'jsonNull':
      return buildJsonNull(condition.place, scope.name, scope.dialect)
    case 'null':
      return buildNull(condition, scope)
    case 'list':
    case 'like':
    case 'includes': {
      const column = sql.ref(columnOf(condition, scope))
      const isFolded = condition.kind === 'list' && condition.column.definition.caseInsensitive
      const kind = isFolded ? 'foldedList' : condition.kind
      const item = listed(condition.column, sql`value`)
      const test = tests[scope.dialect][kind](column, sql.val(condition.parameter), item)
      return condition.negated ? build.not(test) : test
    }
    case 'tuples':
      return buildTuples(condition, scope)
    case 'row':
      return buildRow(condition, scope)
    case 'all':
      return build.and(condition.conditions.map((each) => buildCondition(each, scope)))
    case 'any':
      return build.or(condition.conditions.map((each) => buildCondition(each, scope)))
    case 'first':
      return isFirst(condition, scope)
    case 'related':
      return isRelated(condition, scope)
    default:
      return unreachable(condition)
  }
}

function buildComparison(
  condition: Extract<Condition, { readonly kind: 'compare' }>,
  scope: Scope,
): Expression<SqlBool> {
  const { column, operator, parameter } = condition
  const name = columnOf(condition, scope)
  const isFolded = column.definition.caseInsensitive && isEquality(operator)
  if (!isFolded) return build(name, operator, parameter)

  const fold = folds[scope.dialect]
  return sql`${fold(sql.ref(name))} ${sql.raw(operator)} ${fold(sql`cast(${parameter} as text)`)}`
}

/** JSON's own null is read as null too, unless a cast converts it. */
function buildNull(
  { column, negated }: Extract<Condition, { readonly kind: 'null' }>,
  scope: Scope,
): Expression<SqlBool> {
  const name = columnOf({ column }, scope)
  const { definition } = column
  if (rulesOf(definition).hasNull !== true || definition.cast !== undefined) {
    return build(name, negated ? 'is not' : 'is', null)
  }
  // As text, because PostgreSQL cannot compare `json`.
  const isNull = sql<SqlBool>`cast(${sql.ref(name)} as text) = 'null'`
  const test = build.or([build(name, 'is', null), isNull])
  return negated ? build.not(test) : test
}

function buildColumns(
  condition: Extract<Condition, { readonly kind: 'columns' }>,
  scope: Scope,
): Expression<SqlBool> {
  const { column, operator, other } = condition
  const names = [column, other].map(({ name }) => sql.ref(`${scope.name}.${name}`))
  const isFolded = [column, other].some(({ definition }) => definition.caseInsensitive)
  const sides = isFolded && isEquality(operator) ? names.map(folds[scope.dialect]) : names
  return sql.join(sides, sql.raw(` ${operator} `))
}

/** Reads the combinations from JSON; on PostgreSQL as rows of the table, so that they have its column types. */
function buildTuples(
  { table, columns, parameter }: Extract<Condition, { readonly kind: 'tuples' }>,
  { name, dialect }: Scope,
): Expression<SqlBool> {
  const names = columns.map((column) => sql.ref(`${name}.${column.name}`))
  if (dialect === 'sqlite') {
    const items = columns.map((column, i) => listed(column, sql`listed.value ->> ${sql.lit(i)}`))
    return sql`(${sql.join(names)}) in (select ${sql.join(items)} from json_each(${parameter}) as listed)`
  }
  const items = columns.map((column) => sql.ref(`listed.${column.name}`))
  const list = sql`jsonb_populate_recordset(null::${sql.table(table.name)}, cast(${parameter} as jsonb))`
  return sql`(${sql.join(names)}) in (select ${sql.join(items)} from ${list} as listed)`
}

/** SQL with which SQLite reads an item of a JSON list as a value of the column. */
function listed({ definition }: TableColumn, item: RawBuilder<unknown>): RawBuilder<unknown> {
  return rulesOf(definition).listedInSqlite?.(item) ?? item
}

function buildRow(
  { columns, operator, parameters }: Extract<Condition, { readonly kind: 'row' }>,
  { name }: Scope,
): Expression<SqlBool> {
  const names = columns.map((column) => sql.ref(`${name}.${column.name}`))
  return sql`(${sql.join(names)}) ${sql.raw(operator)} (${sql.join(parameters)})`
}

function isEquality(operator: ComparisonOperator): boolean {
  return operator === '=' || operator === '!='
}

/** Writes raw SQL in brackets; parameters are kept as objects. */
export function buildFragment<Value>({ text, parameters }: Fragment): RawBuilder<Value> {
  const [first = '', ...others] = text
  const inner = others.reduce(
    (written, piece, i) => sql`${written}${parameters[i]}${sql.raw(piece)}`,
    sql.raw(first),
  )
  return sql<Value>`(${inner})`
}

/** Which columns of related rows are read: those of the link's target table, or none. */
type ReadColumns = 'target' | 'none'

/** Selects, inside another query, the rows that belong to each of its rows. */
export function relatedRows(
  link: Link,
  condition: Condition | undefined,
  outer: Scope,
  read: ReadColumns = 'none',
): SelectQueryBuilder<AnyTables, string, object> {
  const { rows, owners } = rowsBehind(link, condition, { ...outer, isRowwise: true }, read)
  const tied = owners.reduce(
    (tying, { owner, local }) => tying.where(owner, '=', sql.ref(`${outer.name}.${local}`)),
    rows,
  )
  const { type } = link
  if (type === undefined) return tied
  const holder = type.side === 'local' ? outer.name : relatedName(outer)
  // Names of tables have been checked to contain no quotes.
  return tied.where(`${holder}.${type.column.name}`, '=', sql.lit(type.value))
}

/** The scope of expressions about the rows that `relatedRows` selects. */
export function relatedScope(outer: Scope): Scope {
  return { ...outer, name: relatedName(outer), depth: outer.depth + 1 }
}

function relatedName({ depth }: Scope): string {
  return `related${depth}`
}

/**
 * SQLite runs `exists` for each row of the outer table. If there are many rows, it is faster to list the
 * keys that the pivot table refers to. PostgreSQL turns `exists` into a join by itself.
 */
function isRelated(
  { link, condition, negated, isList = false }: Extract<Condition, { kind: 'related' }>,
  scope: Scope,
): Expression<SqlBool> {
  const isListed = isList || (link.through !== undefined && !negated)
  if (scope.dialect === 'sqlite' && isListed && !scope.isRowwise) {
    const { rows, owners } = rowsBehind(link, condition, scope)
    const locals = owners.map(({ local }) => sql.ref(`${scope.name}.${local}`))
    const word = sql.raw(negated ? 'not in' : 'in')
    return sql`(${sql.join(locals)}) ${word} ${rows.select(owners.map(({ owner }) => owner))}`
  }
  const exists = build.exists(relatedRows(link, condition, scope).select(sql.lit(1).as('found')))
  return negated ? build.not(exists) : exists
}

/** There is no row with a smaller key. A key of several columns is compared as one row. */
function isFirst(
  { table, columns, scope: among }: FirstCondition,
  scope: Scope,
): Expression<SqlBool> {
  const earlier = { ...relatedScope(scope), isRowwise: true }
  const keysOf = ({ name }: Scope): RawBuilder<unknown> =>
    sql.join(table.keys.map((key) => sql.ref(`${name}.${key.name}`)))
  const all = build
    .selectFrom(`${table.name} as ${earlier.name}`)
    .select(sql.lit(1).as('found'))
    .where(sql<SqlBool>`(${keysOf(earlier)}) < (${keysOf(scope)})`)
  const alike = columns.reduce(
    (rows, { name }) =>
      rows.where(`${earlier.name}.${name}`, '=', sql.ref(`${scope.name}.${name}`)),
    all,
  )
  const found = among === undefined ? alike : alike.where(buildCondition(among, earlier))
  return build.not(build.exists(found))
}

interface RowsBehind {
  readonly rows: SelectQueryBuilder<AnyTables, string, object>
  /** The columns that refer to the outer table, each with the outer column that it refers to. */
  readonly owners: readonly Owner[]
}

interface Owner {
  readonly owner: string
  readonly local: string
}

/** The rows on the other side of a link; only rows of the pivot table if no column of the target is needed. */
function rowsBehind(
  { target, pairs, through }: Link,
  condition: Condition | undefined,
  outer: Scope,
  read: ReadColumns = 'none',
): RowsBehind {
  const scope = relatedScope(outer)
  const holds = condition === undefined ? undefined : buildCondition(condition, scope)
  const related = `${target.name} as ${scope.name}`
  const foreign = pairs.map(({ local, target: column }) => {
    return { owner: `${scope.name}.${column}`, local }
  })
  if (through === undefined) {
    const rows = build.selectFrom(related)
    return { rows: holds === undefined ? rows : rows.where(holds), owners: foreign }
  }

  const pivot = `pivot${outer.depth}`
  const rows = build.selectFrom(`${through.table} as ${pivot}`)
  const owners = pairs.map(({ local }) => ({ owner: `${pivot}.${through.localColumn}`, local }))
  const { model } = through
  if (holds === undefined && model === undefined && read === 'none') return { rows, owners }

  const joined = rows.innerJoin(related, (join) =>
    foreign.reduce(
      (on, { owner }) => on.onRef(owner, '=', `${pivot}.${through.targetColumn}`),
      join,
    ),
  )
  const held = holds === undefined ? joined : joined.where(holds)
  const deletedAt = model?.deletedAt
  return {
    rows: deletedAt === undefined ? held : held.where(`${pivot}.${deletedAt.name}`, 'is', null),
    owners,
  }
}

const build: ExpressionBuilder<AnyTables, string> = expressionBuilder()

/** Both sides of `like` are compared ignoring case, on SQLite for ASCII letters only. */
export const tests: Record<Dialect, Record<'list' | 'foldedList' | 'like' | 'includes', Test>> = {
  sqlite: {
    foldedList: (column, value) =>
      sql`${folds.sqlite(column)} in (select lower(value) from json_each(${value}))`,
    list: (column, value, item = sql`value`) =>
      sql`${column} in (select ${item} from json_each(${value}))`,
    like: (column, value) => sql`${column} like ${value} escape '\\'`,
    includes: (column, value) =>
      sql`exists (select 1 from json_each(${column}) where value in (select value from json_each(${value})))`,
  },
  postgres: {
    foldedList: (column, value) =>
      sql`${folds.postgres(column)} = any(array(
        select ${folds.postgres(sql`listed`)} from unnest(cast(${value} as text[])) as listed))`,
    list: (column, value) => sql`${column} = any(${value})`,
    // The cast is for enums, addresses and other types that models read as text: `ilike` does not accept them.
    like: (column, value) => sql`cast(${column} as text) ilike ${value} escape '\\'`,
    // Written so that a GIN index on the column is used.
    includes: (column, value) => sql`${column} && ${value}`,
  },
}

/** Written like `foldCaseSql`, so that the unique index is used. */
const folds: Record<Dialect, (text: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  sqlite: (text) => sql`lower(${text})`,
  postgres: (text) => sql`lower(${text} collate "C")`,
}

/** `item` reads an item of a list on SQLite. */
type Test = (
  column: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
  item?: RawBuilder<unknown>,
) => RawBuilder<SqlBool>

function columnOf(
  { column }: { readonly column: { readonly name: string } },
  scope: Scope,
): string {
  return `${scope.name}.${column.name}`
}
