import type { DatabaseValue } from './database.ts'

/** A piece of raw SQL with its values apart, made by the `sql` template. */
export interface Sql {
  readonly text: readonly string[]
  readonly values: readonly (DatabaseValue | Date | Sql)[]
}

/**
 * Writes raw SQL whose values are always bound, never pasted: `` sql`select ${id}` ``.
 * A piece made by `sql` may stand inside another.
 */
export function sql(text: TemplateStringsArray, ...values: Sql['values']): Sql {
  return { text, values }
}
