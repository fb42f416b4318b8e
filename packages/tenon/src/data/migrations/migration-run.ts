import type { Database } from '../database/database.ts'
import { NotNullViolation, StatementError } from '../database/database-error.ts'
import { SetupError } from '../support/setup-error.ts'
import { ensureJournal, forgetMigration, readJournal, recordMigration } from './journal.ts'
import { type CompletedMigration, MigrationFailed } from './migration-failed.ts'
import { type Outside, withMigrationLock } from './migration-lock.ts'
import type { NamedMigration } from './migration-source.ts'
import type { AddColumn, Operation } from './operation.ts'
import { operationSql } from './sql/operation-sql.ts'
import {
  countForeignKeyViolations,
  type DanglingKey,
  findDanglingKeys,
  mayRebuild,
  withoutForeignKeys,
} from './sql/sqlite-foreign-keys.ts'

/** Which way migrations run. */
export type Direction = 'up' | 'down'

/**
 * Runs migrations in the order given and keeps the journal in the same transactions.
 *
 * What another migrator did in the meantime is passed over. Migrations share a transaction, each in
 * a savepoint of its own: when one fails, those before it stay. Throws `MigrationFailed`.
 */
export async function runMigrations(
  database: Database,
  direction: Direction,
  migrations: readonly NamedMigration[],
): Promise<CompletedMigration[]> {
  const rebuilds =
    database.dialect === 'sqlite' &&
    migrations.some(({ migration }) => migration[direction].some(mayRebuild))
  const run = new MigrationRun(database, direction, rebuilds)

  return rebuilds ? withoutForeignKeys(database, () => run.all(migrations)) : run.all(migrations)
}

/** What became of the migrations of one transaction. */
interface Outcome {
  readonly completed: readonly CompletedMigration[]
  readonly failure?: { readonly name: string; readonly cause: unknown }
}

class MigrationRun {
  readonly #database: Database
  readonly #direction: Direction
  readonly #checksForeignKeys: boolean
  #batch: number | undefined

  constructor(database: Database, direction: Direction, checksForeignKeys: boolean) {
    this.#database = database
    this.#direction = direction
    this.#checksForeignKeys = checksForeignKeys
  }

  async all(migrations: readonly NamedMigration[]): Promise<CompletedMigration[]> {
    const all: CompletedMigration[] = []
    for (const section of this.#sections(migrations)) {
      const { completed, failure } = await withMigrationLock(this.#database, (outside) =>
        this.#section(section, outside),
      )
      all.push(...completed)
      if (failure) throw new MigrationFailed(failure.name, all, failure.cause)
    }
    return all
  }

  /** Migrations that share a transaction; one that must not be in any stands alone. */
  #sections(migrations: readonly NamedMigration[]): NamedMigration[][] {
    const sections: NamedMigration[][] = [[]]
    for (const named of migrations) {
      if (this.#isTransactional(named)) sections.at(-1)?.push(named)
      else sections.push([named], [])
    }
    return sections.filter(({ length }) => length > 0)
  }

  async #section(section: readonly NamedMigration[], outside: Outside): Promise<Outcome> {
    await ensureJournal(this.#database)
    const journal = await readJournal(this.#database)
    const seen = new Set(journal.map(({ name }) => name))
    this.#batch ??= Math.max(0, ...journal.map(({ batch }) => batch)) + 1

    const isDue = ({ name }: NamedMigration) => seen.has(name) === (this.#direction === 'down')
    const completed: CompletedMigration[] = []

    for (const named of section.filter(isDue)) {
      const startedAt = performance.now()
      try {
        await this.#apply(named, this.#batch, outside)
      } catch (cause) {
        return { completed, failure: { name: named.name, cause } }
      }
      completed.push({ name: named.name, durationMs: performance.now() - startedAt })
    }
    return { completed }
  }

  async #apply(named: NamedMigration, batch: number, outside: Outside): Promise<void> {
    if (!this.#isTransactional(named)) {
      await outside(() => this.#runOperations(named))
      return this.#note(named, batch)
    }
    await this.#database.transaction(async () => {
      await this.#runOperations(named)
      await this.#note(named, batch)
    })
  }

  async #runOperations({ migration }: NamedMigration): Promise<void> {
    const violationsBefore = await this.#countViolations()
    const danglingBefore = await this.#findDangling()
    for (const operation of migration[this.#direction]) {
      await this.#runOperation(operation)
    }
    const violations = await this.#countViolations()
    if (violations > violationsBefore) throw brokenForeignKeys(violations - violationsBefore)
    const dangling = (await this.#findDangling()).find((key) => !isAmong(key, danglingBefore))
    if (dangling !== undefined) throw danglingKey(dangling)
  }

  async #runOperation(operation: Operation): Promise<void> {
    try {
      for await (const statement of operationSql(operation, this.#database)) {
        await this.#database.script(statement)
      }
    } catch (error) {
      if (operation.kind === 'addColumn' && isMissingValue(error))
        throw rowsWithout(operation, error)
      throw error
    }
  }

  async #countViolations(): Promise<number> {
    return this.#checksForeignKeys ? countForeignKeyViolations(this.#database) : 0
  }

  /** PostgreSQL looks by itself; the way back may pass over tables that are gone already. */
  async #findDangling(): Promise<readonly DanglingKey[]> {
    const isLookedFor = this.#database.dialect === 'sqlite' && this.#direction === 'up'
    return isLookedFor ? findDanglingKeys(this.#database) : []
  }

  async #note({ name }: NamedMigration, batch: number): Promise<void> {
    if (this.#direction === 'down') await forgetMigration(this.#database, name)
    else await recordMigration(this.#database, { name, batch, ranAt: new Date() })
  }

  #isTransactional({ migration }: NamedMigration): boolean {
    return migration.transactional || this.#database.dialect === 'sqlite'
  }
}

/** That rows would have no value; SQLite has no code of its own for it. */
function isMissingValue(error: unknown): boolean {
  if (error instanceof NotNullViolation) return true
  return error instanceof StatementError && error.message.startsWith('Cannot add a NOT NULL column')
}

function rowsWithout({ table, column }: AddColumn, cause: unknown): SetupError {
  return new SetupError(
    'E_MIGRATION_ROWS',
    `"${table}" has rows, which would have no value for "${column}". Give the column a default(), or add it nullable(), fill it with sql() and alter it.`,
    { cause },
  )
}

function isAmong({ table, column }: DanglingKey, keys: readonly DanglingKey[]): boolean {
  return keys.some((key) => key.table === table && key.column === column)
}

function danglingKey({ table, column, target }: DanglingKey): SetupError {
  return new SetupError(
    'E_MIGRATION_FOREIGN_KEY',
    `"${table}"."${column}" would refer to the table "${target}", which does not exist. Create that table before, or correct the reference.`,
  )
}

function brokenForeignKeys(rows: number): SetupError {
  return new SetupError(
    'E_MIGRATION_FOREIGN_KEY',
    `It would leave ${rows} rows that refer to what does not exist. Delete or mend them in the migration first, with sql().`,
  )
}
