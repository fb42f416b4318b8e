import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { Database, DatabaseOptions, Dialect } from '../../src/data/database/database.ts'
import { sharedPostgres } from './postgres-server.ts'

/** Opens databases for one block of tests; all are closed and removed after it. */
export interface OpenDatabase {
  /** Opens a new, empty database: an SQLite file, or a schema on PostgreSQL. */
  (options?: DatabaseOptions): Promise<Database>
  readonly dialect: Dialect
  /** The URL of a new, empty database, for tests that open it several times or elsewhere. */
  url(): Promise<string>
}

/**
 * Runs a block of tests on SQLite and on a real PostgreSQL.
 *
 * `TEST_DATABASES=sqlite` (or `postgres`) skips the other one.
 */
export function forEachDialect(name: string, block: (open: OpenDatabase) => void): void {
  onDialect('sqlite', name, block)
  onDialect('postgres', name, block)
}

/** Runs a block of tests for behaviour of only one of the two databases. */
export function onDialect(
  dialect: Dialect,
  name: string,
  block: (open: OpenDatabase) => void,
): void {
  const skip = !isTested(dialect) && `TEST_DATABASES leaves ${dialect} out`
  describe(`${name} (${dialect})`, { skip }, () => block(createOpen(dialect)))
}

/** Runs a block on a PostgreSQL with row level security, as a role that it binds. */
export function onBoundPostgres(name: string, block: (open: OpenDatabase) => void): void {
  const skip = !isTested('postgres') && 'TEST_DATABASES leaves postgres out'
  const options: DatabaseOptions = { rowLevelSecurity: true }
  describe(`${name} (postgres with row level security)`, { skip }, () =>
    block(createOpen('postgres', boundRoles(process.env['TEST_PGBOUNCER_URL']), options)),
  )
}

/** Whether this run tests a database. */
export function isTested(dialect: Dialect): boolean {
  return (process.env['TEST_DATABASES'] ?? 'sqlite,postgres').split(',').includes(dialect)
}

function createOpen(
  dialect: Dialect,
  databases = dialect === 'sqlite' ? temporaryFiles() : onPostgres(),
  defaults: DatabaseOptions = { rowLevelSecurity },
): OpenDatabase {
  const opened: Database[] = []
  after(async () => {
    for (const database of opened) await database.close()
    await databases.remove()
  })
  const open = async (options?: DatabaseOptions) => {
    const database = createDatabase(await databases.url(), { ...defaults, ...options })
    opened.push(database)
    return database
  }
  return Object.assign(open, { dialect, url: () => databases.url() })
}

interface TemporaryDatabases {
  url(): Promise<string>
  remove(): Promise<void>
}

function temporaryFiles(): TemporaryDatabases {
  const folders: string[] = []
  return {
    async url() {
      const folder = mkdtempSync(join(tmpdir(), 'tenon-sqlite-'))
      folders.push(folder)
      return `sqlite:${join(folder, 'database.sqlite')}`
    },
    async remove() {
      for (const folder of folders) rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Set `TEST_ROW_LEVEL_SECURITY=true` to run the tests as a role that row level security binds, with policies on the
 * tables of owned models.
 */
const rowLevelSecurity = process.env['TEST_ROW_LEVEL_SECURITY'] === 'true'

/** Set `TEST_PGBOUNCER_URL` to run the tests through a PgBouncer in front of `TEST_POSTGRES_URL`. */
function onPostgres(): TemporaryDatabases {
  const pgBouncer = process.env['TEST_PGBOUNCER_URL']
  if (rowLevelSecurity) return boundRoles(pgBouncer)
  return pgBouncer === undefined ? temporarySchemas() : rolesBehind(pgBouncer)
}

/** Roles with a schema each, because PgBouncer does not pass on session settings. */
function rolesBehind(pgBouncer: string): TemporaryDatabases {
  const login = (name: string): string =>
    `${Object.assign(new URL(pgBouncer), { username: name }).href}?pgbouncer=true`
  return temporaryRoles('superuser', login)
}

/** Roles that own their tables and do not bypass row level security. */
function boundRoles(pgBouncer: string | undefined): TemporaryDatabases {
  return temporaryRoles('', async (name) =>
    pgBouncer === undefined
      ? Object.assign(new URL(await sharedPostgres()), { username: name }).href
      : `${Object.assign(new URL(pgBouncer), { username: name }).href}?pgbouncer=true`,
  )
}

function temporaryRoles(
  attribute: 'superuser' | '',
  login: (name: string) => string | Promise<string>,
): TemporaryDatabases {
  const names: string[] = []
  return {
    async url() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await administrate(`create role ${name} login ${attribute};
        create schema ${name} authorization ${name};
        alter role ${name} set search_path = ${name}`)
      names.push(name)
      return login(name)
    },
    async remove() {
      for (const name of names) {
        await administrate(`drop schema ${name} cascade; drop owned by ${name}; drop role ${name}`)
      }
    },
  }
}

function temporarySchemas(): TemporaryDatabases {
  const schemas: string[] = []
  return {
    async url() {
      const schema = `test_${randomBytes(6).toString('hex')}`
      await administrate(`create schema ${schema}`)
      schemas.push(schema)
      const url = new URL(await sharedPostgres())
      url.searchParams.set('schema', schema)
      return url.href
    },
    async remove() {
      for (const schema of schemas) await administrate(`drop schema ${schema} cascade`)
    },
  }
}

async function administrate(statement: string): Promise<void> {
  const client = new Client({ connectionString: await sharedPostgres() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
