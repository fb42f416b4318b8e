import type { Dialect } from '../statement.ts'
import type { DialectAdapter } from './dialect-adapter.ts'
import { postgresAdapter } from './postgres-adapter.ts'
import { sqliteAdapter } from './sqlite-adapter.ts'

/** The adapter of each database. */
export const adapters: Readonly<Record<Dialect, DialectAdapter>> = {
  sqlite: sqliteAdapter,
  postgres: postgresAdapter,
}
