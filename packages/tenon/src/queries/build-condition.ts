import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Dialect } from '../database/statement.ts'
import { unreachable } from '../support/unreachable.ts'
import type { AnyTables } from './compiler.ts'
import type { Condition, Link } from './condition.ts'

/** Where a condition stands: whose columns it names, and inside how many subqueries. */
export interface Scope {
  readonly dialect: Dialect
  /** The table, or its alias in a subquery. */
  readonly name: string
  readonly depth: number
}

/** Turns a condition into Kysely's expression; parameters stand in it as themselves. */
export function buildCondition(condition: Condition, scope: Scope): Expression<SqlBool> {
  switch (condition.kind) {
    case 'compare':
      return build(columnOf(condition, scope), condition.operator, condition.parameter)
    case 'null':
      return build(columnOf(condition, scope), condition.negated ? 'is not' : 'is', null)
    case 'list':
    case 'like': {
      const column = sql.ref(columnOf(condition, scope))
      const test = tests[scope.dialect][condition.kind](column, sql.val(condition.parameter))
      return condition.negated ? build.not(test) : test
    }
    case 'all':
      return build.and(condition.conditions.map((each) => buildCondition(each, scope)))
    case 'any':
      return build.or(condition.conditions.map((each) => buildCondition(each, scope)))
    case 'related': {
      const rows = relatedRows(condition.link, condition.condition, scope)
      const exists = build.exists(rows.select(sql.lit(1).as('found')))
      return condition.negated ? build.not(exists) : exists
    }
    default:
      return unreachable(condition)
  }
}

/** Selects, inside another query, the rows that belong to each of its rows. */
export function relatedRows(
  { target, localColumn, targetColumn, through }: Link,
  condition: Condition | undefined,
  outer: Scope,
): SelectQueryBuilder<AnyTables, string, object> {
  const scope = { ...outer, name: `related${outer.depth}`, depth: outer.depth + 1 }
  const local = sql.ref(`${outer.name}.${localColumn}`)
  const foreign = `${scope.name}.${targetColumn}`
  const rows = build.selectFrom(`${target.name} as ${scope.name}`)
  const related =
    through === undefined
      ? rows.where(foreign, '=', local)
      : rows.where(
          foreign,
          'in',
          build
            .selectFrom(`${through.table} as link${outer.depth}`)
            .select(`link${outer.depth}.${through.targetColumn}`)
            .where(`link${outer.depth}.${through.localColumn}`, '=', local),
        )
  return condition === undefined ? related : related.where(buildCondition(condition, scope))
}

const build: ExpressionBuilder<AnyTables, string> = expressionBuilder()

/** Both sides of `like` are compared without regard to case, on SQLite for ASCII letters only. */
export const tests: Record<Dialect, Record<'list' | 'like', Test>> = {
  sqlite: {
    list: (column, value) => sql`${column} in (select value from json_each(${value}))`,
    like: (column, value) => sql`${column} like ${value} escape '\\'`,
  },
  postgres: {
    list: (column, value) => sql`${column} = any(${value})`,
    like: (column, value) => sql`${column} ilike ${value} escape '\\'`,
  },
}

type Test = (column: RawBuilder<unknown>, value: RawBuilder<unknown>) => RawBuilder<SqlBool>

function columnOf(
  { column }: { readonly column: { readonly name: string } },
  scope: Scope,
): string {
  return `${scope.name}.${column.name}`
}
