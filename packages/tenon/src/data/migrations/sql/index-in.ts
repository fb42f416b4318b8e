import type { Dialect } from '../../database/statement.ts'
import type { CreateIndex, DropIndex, IndexSql } from '../operation.ts'

/** An index with the SQL of one database. */
export type IndexOf<Operation extends CreateIndex | DropIndex> = Operation & {
  readonly expressions: readonly string[]
  readonly where: string | undefined
}

/** An index as one database has it; `undefined` if an empty text leaves it out there. */
export function indexIn<Operation extends CreateIndex | DropIndex>(
  operation: Operation,
  dialect: Dialect,
): IndexOf<Operation> | undefined {
  const expressions = operation.expressions.map((expression) => textIn(expression, dialect))
  const where = operation.where === undefined ? undefined : textIn(operation.where, dialect)
  return [...expressions, where].includes('') ? undefined : { ...operation, expressions, where }
}

function textIn(sql: IndexSql, dialect: Dialect): string {
  return typeof sql === 'string' ? sql : sql[dialect]
}
