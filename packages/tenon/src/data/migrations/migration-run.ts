import type { Database } from '../database/database.ts'
import { NotNullViolation, StatementError } from '../database/database-error.ts'
import { ANY_OWNER, asOwners } from '../database/owners/current-owners.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  ensureJournal,
  forgetMigration,
  type JournalEntry,
  readJournal,
  recordMigration,
} from './journal.ts'
import { LockWait, type LockWaitOptions } from '../drivers/locks/lock-wait.ts'
import { type CompletedMigration, MigrationFailed } from './migration-failed.ts'
import {
  assertSchema,
  type RunOutside,
  withMigrationLock,
} from '../drivers/locks/migration-lock.ts'
import type { NamedMigration } from './migration-source.ts'
import { type AddColumn, isConcurrent, type Operation } from './operation.ts'
import { operationSql } from './sql/operation-sql.ts'
import {
  type Broken,
  brokenBy,
  countForeignKeyViolations,
  type DanglingKey,
  findBroken,
  findDanglingKeys,
  mayBreak,
  mayRebuild,
  toBroken,
  withoutForeignKeys,
} from './sql/sqlite-integrity.ts'

/** The direction in which migrations run. */
export type Direction = 'up' | 'down'

/**
 * Runs migrations in the given order.
 *
 * Each migration runs in a separate transaction together with its row in the journal. If one fails, the
 * migrations before it stay applied. Skips migrations that another migrator has run in the meantime.
 * Throws `MigrationFailed`, and `E_DATABASE_SCHEMA` if PostgreSQL has no schema for the tables.
 */
export async function runMigrations(
  database: Database,
  direction: Direction,
  migrations: readonly NamedMigration[],
  options: LockWaitOptions,
): Promise<CompletedMigration[]> {
  await assertSchema(database)
  const run = new MigrationRun(database, direction, migrations, options)
  const completed: CompletedMigration[] = []

  for (const named of migrations) {
    const startedAt = performance.now()
    try {
      if (!(await run.one(named))) continue
    } catch (cause) {
      const broken = toBroken(cause)
      const reason = broken === undefined ? cause : await brokenBy(broken, database)
      throw new MigrationFailed(named.name, completed, reason)
    }
    completed.push({ name: named.name, durationMs: performance.now() - startedAt })
  }
  return completed
}

class MigrationRun {
  readonly #database: Database
  readonly #direction: Direction
  readonly #names: ReadonlySet<string>
  readonly #lockWait: LockWait
  #batch: number | undefined

  constructor(
    database: Database,
    direction: Direction,
    migrations: readonly NamedMigration[],
    options: LockWaitOptions,
  ) {
    this.#database = database
    this.#direction = direction
    this.#names = new Set(migrations.map(({ name }) => name))
    this.#lockWait = new LockWait(database, options)
  }

  /** Runs one migration; returns `false` if another migrator has run it. */
  async one(named: NamedMigration): Promise<boolean> {
    if (!this.#isTransactional(named)) {
      return withMigrationLock(this.#database, (outside) => this.#runIfDue(named, outside))
    }
    const run = () => this.#lockWait.run(() => this.#runIfDue(named, (work) => work()))
    return this.#rebuilds(named) ? withoutForeignKeys(this.#database, run) : run()
  }

  async #runIfDue(named: NamedMigration, outside: RunOutside): Promise<boolean> {
    await ensureJournal(this.#database)
    const journal = await readJournal(this.#database)
    const isDone = journal.some(({ name }) => name === named.name)
    if (isDone === (this.#direction === 'up')) return false

    await outside(() => this.#runOperations(named))
    await this.#note(named, this.#batchAfter(journal))
    return true
  }

  /** The batch of this run. Migrators that start together share a batch. */
  #batchAfter(journal: readonly JournalEntry[]): number {
    const shared = journal.filter(({ name }) => this.#names.has(name)).map(({ batch }) => batch)
    const last = Math.max(0, ...journal.map(({ batch }) => batch))
    this.#batch ??= shared.length > 0 ? Math.max(...shared) : last + 1
    return this.#batch
  }

  async #runOperations(named: NamedMigration): Promise<void> {
    const violationsBefore = await this.#countViolations(named)
    const danglingBefore = await this.#findDangling()
    const brokenBefore = await this.#findBroken(named)
    for (const operation of named.migration[this.#direction]) {
      await this.#runOperation(operation)
    }
    const violations = await this.#countViolations(named)
    if (violations > violationsBefore) throw brokenForeignKeys(violations - violationsBefore)
    const dangling = (await this.#findDangling()).find((key) => !isAmong(key, danglingBefore))
    if (dangling !== undefined) throw danglingKey(dangling)
    const broken = (await this.#findBroken(named)).find((each) => !hasNameIn(each, brokenBefore))
    if (broken !== undefined) throw broken.error
  }

  async #runOperation(operation: Operation): Promise<void> {
    try {
      for await (const statement of operationSql(operation, this.#database)) {
        // SQL that fills or corrects rows has to see the rows of all owners.
        await withAnyOwner(operation, () => this.#database.script(statement))
      }
    } catch (error) {
      if (operation.kind === 'addColumn' && isMissingValue(error))
        throw rowsWithout(operation, error)
      throw error
    }
  }

  async #countViolations(named: NamedMigration): Promise<number> {
    return this.#rebuilds(named) ? countForeignKeyViolations(this.#database) : 0
  }

  /** Only on SQLite and only upwards: PostgreSQL checks foreign keys itself, and downwards tables may be gone. */
  async #findDangling(): Promise<readonly DanglingKey[]> {
    const isLookedFor = this.#database.dialect === 'sqlite' && this.#direction === 'up'
    return isLookedFor ? findDanglingKeys(this.#database) : []
  }

  /** Only on SQLite: PostgreSQL does not drop anything that a view needs. */
  async #findBroken({ migration }: NamedMigration): Promise<readonly Broken[]> {
    const isLookedFor =
      this.#database.dialect === 'sqlite' && migration[this.#direction].some(mayBreak)
    return isLookedFor ? findBroken(this.#database) : []
  }

  async #note({ name }: NamedMigration, batch: number): Promise<void> {
    if (this.#direction === 'down') await forgetMigration(this.#database, name)
    else await recordMigration(this.#database, { name, batch, ranAt: new Date() })
  }

  /** Whether SQLite may have to rebuild or drop a table, with foreign keys off. */
  #rebuilds({ migration }: NamedMigration): boolean {
    return this.#database.dialect === 'sqlite' && migration[this.#direction].some(mayRebuild)
  }

  #isTransactional({ migration }: NamedMigration): boolean {
    return migration.transactional || this.#database.dialect === 'sqlite'
  }
}

/** Lets `execute` see all owners' rows. Concurrent SQL must be sent alone; the portions of a mirror set the owner. */
function withAnyOwner<Result>(operation: Operation, work: () => Result): Result {
  const isStated = operation.kind === 'execute' && !isConcurrent(operation)
  return isStated ? asOwners(ANY_OWNER, work) : work()
}

/** Whether existing rows would have no value. SQLite has no specific error code for it. */
function isMissingValue(error: unknown): boolean {
  if (error instanceof NotNullViolation) return true
  return error instanceof StatementError && error.message.startsWith('Cannot add a NOT NULL column')
}

function rowsWithout({ table, column }: AddColumn, cause: unknown): SetupError {
  return new SetupError(
    'E_MIGRATION_ROWS',
    `"${table}" has rows, which would have no value for "${column}". Give the column a default(), or add it as nullable(), fill it with execute() and alter it.`,
    { cause },
  )
}

function isAmong({ table, column }: DanglingKey, keys: readonly DanglingKey[]): boolean {
  return keys.some((key) => key.table === table && key.column === column)
}

function hasNameIn({ kind, name }: Broken, others: readonly Broken[]): boolean {
  return others.some((each) => each.kind === kind && each.name === name)
}

function danglingKey({ table, column, target }: DanglingKey): SetupError {
  return new SetupError(
    'E_MIGRATION_FOREIGN_KEY',
    `"${table}"."${column}" would refer to the table "${target}", which does not exist. Create that table first, or correct the reference.`,
  )
}

function brokenForeignKeys(rows: number): SetupError {
  return new SetupError(
    'E_MIGRATION_FOREIGN_KEY',
    `It would leave ${rows} rows that refer to missing rows. Delete or fix them in the migration first, with execute().`,
  )
}
