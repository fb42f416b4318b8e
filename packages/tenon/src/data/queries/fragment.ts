import { type Sql, toParameter } from '../database/sql.ts'
import type { Fragment, Parameter } from './condition.ts'

/** Splits a piece of raw SQL into parts for a query. */
export function fragmentOf(piece: Sql): Fragment {
  const { text, values } = piece.parts()
  const parameters = values.map((value): Parameter => ({
    encode: (dialect) => toParameter(value, dialect),
  }))
  return { text, parameters }
}
