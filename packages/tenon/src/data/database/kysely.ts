import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type KyselyPlugin,
  type QueryResult,
} from 'kysely'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Database } from './database.ts'
import { toParameter, toRecords } from './sql.ts'

/**
 * Creates a Kysely instance on the connections of a database. Inside `transaction`, its queries belong to
 * the transaction.
 *
 * `plugins` convert values between columns and the database. Without plugins, timestamps and booleans are
 * returned as the database stores them. Begin transactions with `transaction`, so that models take part:
 * Kysely's `transaction()` throws `E_KYSELY_TRANSACTION`, and its `stream()` throws `E_KYSELY_STREAM`.
 */
export function kysely<Tables>(database: Database, plugins: KyselyPlugin[] = []): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: toKyselyDialect(database), plugins })
}

function toKyselyDialect(database: Database): KyselyDialect {
  const createDriver = () => new DatabaseDriver(database)
  return database.dialect === 'sqlite'
    ? {
        createDriver,
        createAdapter: () => new SqliteAdapter(),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createIntrospector: (db) => new SqliteIntrospector(db),
      }
    : {
        createDriver,
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (db) => new PostgresIntrospector(db),
      }
}

/** A stand-in connection for Kysely: the database picks the connection itself. */
class DatabaseDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(database: Database) {
    this.#connection = {
      executeQuery: (query) => execute(database, query),
      streamQuery: () => {
        throw new SetupError(
          'E_KYSELY_STREAM',
          'Kysely’s stream() is not supported here. Read page by page, with where() on the last key and limit().',
        )
      },
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  beginTransaction(): Promise<void> {
    throw new SetupError(
      'E_KYSELY_TRANSACTION',
      'Kysely’s transaction() would leave models outside. Use transaction() of tenon/database: Kysely queries inside it take part.',
    )
  }

  async init(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

async function execute<Record>(
  database: Database,
  { sql, parameters, query }: CompiledQuery,
): Promise<QueryResult<Record>> {
  const values = parameters.map((value) => toParameter(value, database.dialect))
  const result = await database.execute({ sql, parameters: values })
  const rows = toRecords<Record & object>(result)
  if (query.kind === 'SelectQueryNode') return { rows }
  const numAffectedRows = BigInt(result.affected)
  return query.kind === 'InsertQueryNode' && result.insertId !== undefined
    ? { rows, numAffectedRows, insertId: BigInt(result.insertId) }
    : { rows, numAffectedRows }
}
