import type { Database } from '../database/database.ts'
import { SetupError } from '../support/setup-error.ts'
import { type JournalEntry, readJournal } from './journal.ts'
import type { CompletedMigration } from './migration-failed.ts'
import { withMigrationLock } from './migration-lock.ts'
import { runMigrations } from './migration-run.ts'
import {
  listMigrations,
  loadMigrations,
  type MigrationSource,
  type NamedMigration,
} from './migration-source.ts'
import { pretendMigrations, type PretendedMigration } from './pretend.ts'
import { dropEverything } from './sql/catalog.ts'
import { withoutForeignKeys } from './sql/sqlite-foreign-keys.ts'

/** A migration as the database and its files tell of it. */
export interface MigrationStatus {
  readonly name: string
  /** `missing`: the database has seen it, but there is no such file. */
  readonly state: 'applied' | 'pending' | 'missing'
  /** `undefined` while it is pending. */
  readonly batch: number | undefined
  readonly ranAt: Date | undefined
  /** Whether it is pending although a later one was applied. */
  readonly isLate: boolean
}

/** What to roll back: the last batch when nothing is said. */
export interface RollbackOptions {
  /** How many migrations, the last first. */
  readonly step?: number
  /** The number of a batch. */
  readonly batch?: number
}

/** Brings a database's schema forward and back; prints nothing. */
export interface Migrator {
  /**
   * Runs what is pending; any number of processes may do so at once, and one does it.
   *
   * Throws `MigrationFailed`.
   */
  migrate(): Promise<CompletedMigration[]>
  /**
   * Undoes migrations, the last first.
   *
   * Throws `MigrationFailed`, and `E_MIGRATION_MISSING` before anything is undone when a file is gone.
   */
  rollback(options?: RollbackOptions): Promise<CompletedMigration[]>
  /** Drops every table and view, then migrates. PostgreSQL: those of the current schema. */
  fresh(): Promise<CompletedMigration[]>
  /** Tells of every migration, by name. */
  status(): Promise<MigrationStatus[]>
  /** Names what has not run yet; loads no file. */
  pending(): Promise<string[]>
  /** Writes the SQL of what is pending and changes nothing. */
  pretend(): Promise<PretendedMigration[]>
}

/**
 * Creates the migrator of a database for a folder of migrations, or a list.
 *
 * Open the database with `statementTimeoutMs: 0`, else PostgreSQL cuts long migrations off. On SQLite
 * nothing else should write through the same `Database` meanwhile: some changes need foreign keys off.
 */
export function createMigrator(database: Database, source: MigrationSource): Migrator {
  const status = async (): Promise<MigrationStatus[]> =>
    compare(await listMigrations(source), await readJournal(database))

  const pending = async (): Promise<string[]> =>
    (await status()).filter(({ state }) => state === 'pending').map(({ name }) => name)

  const loadPending = async (): Promise<NamedMigration[]> => {
    const names = new Set(await pending())
    return (await loadMigrations(source)).filter(({ name }) => names.has(name))
  }

  const migrate = async (): Promise<CompletedMigration[]> => {
    const migrations = await loadPending()
    return migrations.length === 0 ? [] : runMigrations(database, 'up', migrations)
  }

  return {
    status,
    pending,
    migrate,
    async rollback(options = {}) {
      const entries = selectForRollback(await readJournal(database), options)
      const migrations = findAll(entries, await loadMigrations(source))
      return migrations.length === 0 ? [] : runMigrations(database, 'down', migrations)
    },
    async fresh() {
      await loadMigrations(source)
      await dropAll(database)
      return migrate()
    },
    async pretend() {
      return pretendMigrations(database, await loadPending())
    },
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

/** The journal's order is that of names; what ran last comes first here. */
function selectForRollback(
  journal: readonly JournalEntry[],
  { step, batch }: RollbackOptions,
): JournalEntry[] {
  const lastFirst = journal.toReversed().toSorted((one, other) => other.batch - one.batch)
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
      `The migration "${name}" was applied, but its file is gone. Restore the file to roll it back.`,
    )
  })
}

async function dropAll(database: Database): Promise<void> {
  const drop = () =>
    withMigrationLock(database, async () => {
      for (const statement of await dropEverything(database)) await database.script(statement)
    })
  await (database.dialect === 'sqlite' ? withoutForeignKeys(database, drop) : drop())
}
