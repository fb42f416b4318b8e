import type { Database } from '../database/database.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type JournalEntry, readJournal } from './journal.ts'
import { LockWait, type LockWaitOptions } from '../drivers/locks/lock-wait.ts'
import { assertSchema } from '../drivers/locks/migration-lock.ts'
import type { CompletedMigration } from './migration-failed.ts'
import { runMigrations } from './migration-run.ts'
import {
  listMigrations,
  loadMigrations,
  type MigrationSource,
  type NamedMigration,
} from './migration-source.ts'
import { pretendMigrations, type PretendedMigration } from './pretend.ts'
import { dropEverything } from './sql/catalog.ts'
import { withoutForeignKeys } from './sql/sqlite-integrity.ts'

/** The state of a migration, according to the database and the files. */
export interface MigrationStatus {
  readonly name: string
  /** `missing`: the database has recorded it, but its file does not exist. */
  readonly state: 'applied' | 'pending' | 'missing'
  /** The number of the run that applied it; `undefined` if it is pending. */
  readonly batch: number | undefined
  readonly ranAt: Date | undefined
  /** Whether it is pending although a later migration was applied. */
  readonly isLate: boolean
}

/** The migrations to roll back. Default: the last batch. */
export interface RollbackOptions {
  /** How many migrations to roll back, the last first. */
  readonly step?: number
  /** The number of the batch to roll back. Ignored with `step`. */
  readonly batch?: number
}

/** Options of `createMigrator`. */
export interface MigratorOptions extends LockWaitOptions {}

/** Migrates a database's schema up and down; prints nothing. */
export interface Migrator {
  /**
   * Runs the pending migrations. If several processes call it at once, each migration still runs only once.
   *
   * Throws `MigrationFailed`, and a `SetupError` before anything runs if a file cannot be loaded.
   */
  migrate(): Promise<CompletedMigration[]>
  /**
   * Undoes migrations, the last first. Skips migrations that `db:pull` has written for existing tables.
   *
   * Throws `MigrationFailed`, and `E_MIGRATION_MISSING` before anything is undone if a file is missing.
   */
  rollback(options?: RollbackOptions): Promise<CompletedMigration[]>
  /**
   * Drops every table and view, then migrates. On PostgreSQL it drops those of the current schema, with its types,
   * functions and sequences.
   */
  fresh(): Promise<CompletedMigration[]>
  /** Reports the state of every migration, by name. */
  status(): Promise<MigrationStatus[]>
  /** Lists the names of the pending migrations. Does not load the files. */
  pending(): Promise<string[]>
  /** Returns the SQL of the pending migrations; changes nothing. */
  pretend(): Promise<PretendedMigration[]>
  /** Returns the SQL that `rollback` would run; changes nothing. */
  pretendRollback(options?: RollbackOptions): Promise<PretendedMigration[]>
  /** Returns the SQL that `fresh` would run to drop everything; changes nothing. */
  pretendFresh(): Promise<string[]>
}

/**
 * Creates the migrator of a database for a folder, or a list, of migrations.
 *
 * Open the database with `statementTimeout: false`: otherwise PostgreSQL cancels long migrations. Open it also with
 * `idleTimeout: false`: otherwise a concurrent migration of more than a minute loses the lock that keeps other
 * migrators out, and is not recorded. On SQLite, write nothing else through the same `Database` meanwhile, because some
 * changes turn foreign keys off.
 */
export function createMigrator(
  database: Database,
  source: MigrationSource,
  options: MigratorOptions = {},
): Migrator {
  const status = async (): Promise<MigrationStatus[]> =>
    compare(await listMigrations(source), await readJournal(database))

  const pending = async (): Promise<string[]> =>
    (await status()).filter(({ state }) => state === 'pending').map(({ name }) => name)

  const loadPending = async (): Promise<NamedMigration[]> => {
    const names = new Set(await pending())
    return (await loadMigrations(source)).filter(({ name }) => names.has(name))
  }

  const loadForRollback = async (which: RollbackOptions): Promise<NamedMigration[]> => {
    const entries = selectForRollback(await readJournal(database), which)
    return findAll(entries, await loadMigrations(source))
  }

  const migrate = async (): Promise<CompletedMigration[]> => {
    const migrations = await loadPending()
    return migrations.length === 0 ? [] : runMigrations(database, 'up', migrations, options)
  }

  return {
    status,
    pending,
    migrate,
    async rollback(which = {}) {
      const migrations = await loadForRollback(which)
      return migrations.length === 0 ? [] : runMigrations(database, 'down', migrations, options)
    },
    async fresh() {
      await loadMigrations(source)
      await assertSchema(database)
      await dropAll(database, options)
      return migrate()
    },
    async pretend() {
      return pretendMigrations(database, 'up', await loadPending())
    },
    async pretendRollback(which = {}) {
      return pretendMigrations(database, 'down', await loadForRollback(which))
    },
    pretendFresh: () => dropEverything(database),
  }
}

function compare(names: readonly string[], journal: readonly JournalEntry[]): MigrationStatus[] {
  const files = new Set(names)
  const seen = new Map(journal.map((entry) => [entry.name, entry]))
  const newest = journal.at(-1)?.name ?? ''

  return [...new Set([...names, ...seen.keys()])].toSorted().map((name) => {
    const entry = seen.get(name)
    const isApplied = entry !== undefined
    return {
      name,
      state: isApplied ? (files.has(name) ? 'applied' : 'missing') : 'pending',
      batch: entry?.batch,
      ranAt: entry?.ranAt,
      isLate: !isApplied && name < newest,
    }
  })
}

/** Selects the entries to roll back, the last run first. Expects the journal in order of names. */
function selectForRollback(
  journal: readonly JournalEntry[],
  { step, batch }: RollbackOptions,
): JournalEntry[] {
  const lastFirst = journal
    .filter((entry) => entry.batch > 0)
    .toReversed()
    .toSorted((one, other) => other.batch - one.batch)
  if (step !== undefined) return lastFirst.slice(0, Math.max(0, step))

  const wanted = batch ?? lastFirst[0]?.batch
  return lastFirst.filter((entry) => entry.batch === wanted)
}

function findAll(
  entries: readonly JournalEntry[],
  migrations: readonly NamedMigration[],
): NamedMigration[] {
  const byName = new Map(migrations.map((named) => [named.name, named]))
  return entries.map(({ name }) => {
    const named = byName.get(name)
    if (named) return named
    throw new SetupError(
      'E_MIGRATION_MISSING',
      `The migration "${name}" was applied, but its file is missing. Restore the file to roll it back.`,
    )
  })
}

async function dropAll(database: Database, options: MigratorOptions): Promise<void> {
  const drop = () =>
    new LockWait(database, options).run(async () => {
      for (const statement of await dropEverything(database)) await database.script(statement)
    })
  await (database.dialect === 'sqlite' ? withoutForeignKeys(database, drop) : drop())
}
