import { sql, Sql } from '../../data/database/sql.ts'
import type { Dialect } from '../../data/database/statement.ts'
import type { Clock } from './clock.ts'

/**
 * The clock of each database, in milliseconds since 1970: all processes use the same one, and their
 * own clocks do not matter.
 */
export const storeClocks: Readonly<Record<Dialect, string>> = {
  postgres: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
  sqlite: "cast(unixepoch('subsec') * 1000 as bigint)",
}

/** The current time as SQL: the given clock's, or else the store's. */
export function toNow(dialect: Dialect, clock: Clock | undefined): Sql {
  if (clock !== undefined) return sql`cast(${clock.now()} as bigint)`
  return new Sql([storeClocks[dialect]], [])
}
