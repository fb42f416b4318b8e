import { CheckViolation, InvalidValue, NumberOverflow } from '../database-error.ts'

/** A value that the database refused, without naming its column. */
export type RefusedValueError = CheckViolation | InvalidValue | NumberOverflow

export function isUnplaced(error: Error): error is RefusedValueError {
  if (error instanceof CheckViolation) return error.place.columns.length === 0
  return error instanceof InvalidValue || error instanceof NumberOverflow
}

/** Adds the columns to an error. It changes the error, because it may have been thrown already. */
export function placeIn(
  error: RefusedValueError,
  table: string | undefined,
  columns: readonly string[],
): void {
  if (columns.length === 0) return
  const constraint = error.place?.constraint
  Object.assign(error, { place: { table: error.place?.table ?? table, columns, constraint } })
}
