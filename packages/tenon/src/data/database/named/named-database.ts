import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { databaseOf, findTransaction } from '../current-database.ts'
import type { Database, TransactionOptions } from '../database.ts'

/** A database that an application uses in addition to its default one. */
export class NamedDatabase {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Returns the open database, for raw SQL. Throws `E_NO_DATABASE` if no application has started. */
  current(): Database {
    return databaseOf(this.name)
  }

  /** Runs `body` in a transaction of this database; nested calls are savepoints. */
  transaction<Result>(body: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.current().transaction(body, options)
  }

  /** Runs `callback` after the current transaction of this database commits, or at once without one. */
  afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    return this.current().afterCommit(callback)
  }

  /** Runs `callback` if the current transaction of this database is rolled back; without one, it never runs. */
  afterRollback(callback: () => MaybePromise<void>): void {
    findTransaction(this.current())?.afterRollback(callback)
  }
}

/**
 * Declares another database: `export const analytics = namedDatabase('analytics')`. List it in
 * `application({ databases })`. Its URL is in `ANALYTICS_DATABASE_URL`, its migrations in
 * `database/analytics`.
 *
 * Throws `E_DATABASE_NAME` unless the name consists of lower-case letters, digits and underscores and begins
 * with a letter, and for the names `default`, `factories`, `migrations` and `seeders`.
 */
export function namedDatabase(name: string): NamedDatabase {
  const isFree = !RESERVED_DATABASES.includes(name)
  if (isFree && /^[a-z][a-z0-9_]*$/.test(name)) return new NamedDatabase(name)
  throw new SetupError(
    'E_DATABASE_NAME',
    `A database cannot be named "${name}". Use lower-case letters, digits and underscores, but not "default", "factories", "migrations" or "seeders".`,
  )
}

/** The command line calls the default database `default`; the others are folders in `database`. */
export const RESERVED_DATABASES: readonly string[] = [
  'default',
  'factories',
  'migrations',
  'seeders',
]
