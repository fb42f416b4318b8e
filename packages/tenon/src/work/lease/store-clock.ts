import { adapters } from '../../data/database/dialects/adapters.ts'
import { sql, Sql } from '../../data/database/sql.ts'
import type { Dialect } from '../../data/database/statement.ts'
import type { Clock } from './clock.ts'

/** The current time as SQL, in milliseconds since 1970, from the given clock or the database. */
export function toNow(dialect: Dialect, clock: Clock | undefined): Sql {
  if (clock !== undefined) return sql`cast(${clock.now()} as bigint)`
  return new Sql([adapters[dialect].now], [])
}
