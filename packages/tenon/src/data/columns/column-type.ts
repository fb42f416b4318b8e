import { SetupError } from '../../base/support/setup-error.ts'
import type { Dialect } from '../database/statement.ts'
import type { ColumnDefinition } from './column.ts'
import * as kinds from './kinds.ts'
import { type ColumnWord, wordOf } from './types/column-word.ts'
import type { ColumnSql, TypeRules } from './types/type-rules.ts'

/** The methods of `c` by name, with what is known about them. */
export const columnWords: ReadonlyMap<string, ColumnWord> = new Map(
  Object.entries(kinds).map(([name, declare]) => [name, wordOf(declare)]),
)

export const columnTypes: readonly TypeRules[] = [
  ...new Set([...columnWords.values()].map(({ rules }) => rules)),
]

const byName: ReadonlyMap<string, TypeRules> = new Map(
  columnTypes.map((rules) => [rules.name, rules]),
)

/** Returns the rules of a column's type. Throws `E_COLUMN_TYPE` if no type has this name. */
export function rulesOf({ type }: Pick<ColumnDefinition, 'type'>): TypeRules {
  const rules = byName.get(type)
  if (rules !== undefined) return rules
  throw new SetupError(
    'E_COLUMN_TYPE',
    `There is no column type "${type}". The types are: ${[...byName.keys()].toSorted().join(', ')}.`,
  )
}

/** The type as written in `create table`. */
export function columnType(definition: SqlType, dialect: Dialect): string {
  return typeSql(definition)[dialect]
}

/** The properties of a column that determine its SQL type. */
type SqlType = Pick<ColumnDefinition, 'type' | 'digits'> & Partial<Pick<ColumnDefinition, 'item'>>

function typeSql(definition: SqlType): ColumnSql {
  const { item } = definition
  return rulesOf(definition).sql(definition, item && typeSql(item))
}
