import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Dialect } from '../database/statement.ts'

/** Tables and columns as Kysely sees them: any names, because they were checked against the declaration. */
export interface AnyTables {
  [table: string]: { [column: string]: unknown }
}

/** Kysely without a driver, used only to compile queries. */
export type Compiler = Kysely<AnyTables>

/** Makes a compiler for one dialect. */
export function createCompiler(dialect: Dialect): Compiler {
  return new Kysely<AnyTables>({ dialect: dialects[dialect] })
}

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} as const
