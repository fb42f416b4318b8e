import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { SqliteUrl } from '../../database/database-url.ts'
import type { DatabaseSettings } from '../../database/database-settings.ts'
import { createStatementWatch } from '../../database/slow-statement.ts'
import { loadBetterSqlite3 } from './better-sqlite3.ts'
import { loadNodeSqlite } from './node-sqlite.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteDatabase } from './sqlite-database.ts'

/**
 * Opens an SQLite database; creates the file if it does not exist. An in-memory database is a copy of `image`, or
 * empty without one.
 */
export function openSqlite(
  url: SqliteUrl,
  options: DatabaseSettings,
  image?: Uint8Array,
): SqliteDatabase {
  const file = url.file === IN_MEMORY ? IN_MEMORY : resolve(url.file)
  if (file !== IN_MEMORY) assertFolder(file)

  const driver = url.driver === 'node' ? loadNodeSqlite() : loadBetterSqlite3()
  const { lockTimeoutMs = 5000, idleTimeoutMs = url.idleTimeoutMs } = options
  const watch = createStatementWatch('sqlite', options)
  const open = (readOnly: boolean, pragmas: readonly string[]) =>
    naming(
      file,
      () => new SqliteConnection(driver, file, { readOnly, image, pragmas, lockTimeoutMs, watch }),
    )

  return new SqliteDatabase({
    name: options.name,
    description: `sqlite:${url.file}`,
    writer: open(false, [...WRITER, `synchronous=${url.durability}`, ...BOTH, 'optimize=0x10002']),
    openReader: file === IN_MEMORY ? undefined : () => open(true, BOTH),
    lockTimeoutMs,
    idleLimit: { timeoutMs: idleTimeoutMs, onIdle: options.onIdleTransaction },
    durability: url.durability,
  })
}

const IN_MEMORY = ':memory:'

const WRITER = ['journal_mode=wal', 'foreign_keys=on', 'wal_autocheckpoint=4000']
const BOTH = ['temp_store=memory', 'cache_size=-16000', 'mmap_size=268435456']

/** Adds the file to the message if the connection cannot be opened. */
function naming<Result>(file: string, open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new DatabaseUnavailable(error.reason, `${error.message}: "${file}"`, { cause: error })
  }
}

function assertFolder(file: string): void {
  const folder = dirname(file)
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) {
    throw new SetupError(
      'E_DATABASE_FOLDER',
      `The folder "${folder}" of the SQLite database does not exist. Create it, or change DATABASE_URL.`,
    )
  }
}
