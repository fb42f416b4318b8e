import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import { notes, startBinary } from '../faults/start-binary.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { SetupError } from '../../src/base/support/setup-error.ts'
import { createDatabase, type Database, sql } from '../../src/database.ts'
import {
  addColumn,
  c,
  createIndex,
  createMigrator,
  createTable,
  migration,
  MigrationFailed,
  type Operation,
} from '../../src/migrations.ts'
import { until } from '../support/until.ts'

const tables = step(1, [
  createTable('notes', { id: c.id(), title: c.text() }),
  createTable('users', { id: c.id() }),
])
const alterNotes = step(2, [addColumn('notes', 'done', c.boolean().default(false))])
const alterUsers = step(3, [addColumn('users', 'active', c.boolean().default(true))])

onDialect('postgres', 'a migration behind an idle reader', (open) => {
  it('gives way to other readers, names the blocker, and completes when the blocker leaves', async () => {
    await using databases = await openTwo(open)
    const { database, other } = databases
    await using reader = await holdLock(other, sql`select * from users`)
    const reads: unknown[] = []
    const warnings: unknown[] = []
    const log = {
      warn(_message: string, fields: object = {}) {
        warnings.push(fields)
        reads.push(other.query(sql`select done from notes`), other.query(sql`select * from users`))
        reader.leave()
      },
    }
    const migrator = createMigrator(database, [tables, alterNotes, alterUsers], {
      log,
      lockTimeout: '200ms',
    })

    const completed = await migrator.migrate()

    assert.deepEqual(
      completed.map(({ name }) => name),
      [alterNotes.name, alterUsers.name],
    )
    assert.deepEqual(await Promise.all(reads), [[], []])
    assert.partialDeepStrictEqual(warnings, [
      { blockers: [{ pid: reader.pid, application: 'tenon', state: 'idle in transaction' }] },
    ])
  })

  it('is told by the command, which names the blocker while it waits', async () => {
    const url = await open.url()
    const options = { file: notes, argv: ['migrate'] }
    assert.equal((await startBinary({ DATABASE_URL: url }, options).ended).code, 0)
    await using other = createDatabase(url)
    await using reader = await holdLock(other, sql`select * from notes`)

    const { child, output, ended } = startBinary(
      { DATABASE_URL: url },
      { ...options, argv: ['migrate:rollback'] },
    )
    const told = /waits for a lock.*idle in transaction/s
    while (child.exitCode === null && !told.test(output.stdout + output.stderr)) {
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
    }
    reader.leave()

    const { code, stdout, stderr } = await ended
    assert.match(stdout + stderr, told)
    assert.match(stdout + stderr, new RegExp(`\\b${reader.pid}\\b`))
    assert.equal(code, 0)
  })

  it('names the blocker in its error if the blocker stays, and keeps earlier migrations', async () => {
    await using databases = await openTwo(open)
    const { database, other } = databases
    await using reader = await holdLock(other, sql`select * from users`)
    const migrator = createMigrator(database, [tables, alterNotes, alterUsers], {
      lockTimeout: '100ms',
      lockWait: '300ms',
    })

    const error = await migrator.migrate().catch((thrown: unknown) => thrown)

    assert.ok(error instanceof MigrationFailed)
    assert.match(error.message, new RegExp(`locked by session ${reader.pid} .*idle in transaction`))
    assert.ok(error.cause instanceof SetupError)
    assert.equal(error.cause.code, 'E_MIGRATION_BLOCKED')
    assert.deepEqual(await migrator.pending(), [alterUsers.name])
  })
})

onDialect('postgres', 'an index that is created concurrently', (open) => {
  const indexTitles = step(2, [createIndex('notes', 'title', { unique: true, concurrently: true })])
  const insert = sql`insert into notes (title) values ('a')`

  it('does not block writes while it waits for an open transaction', async () => {
    await using databases = await openTwo(open)
    const { database, other } = databases
    await using writer = await holdLock(other, insert)

    const migrated = createMigrator(database, [tables, indexTitles]).migrate()
    await untilIndexed(other)
    await other.query(sql`insert into notes (title) values ('b')`)
    writer.leave()
    await migrated

    assert.deepEqual(await readIndex(other), [{ valid: true }])
  })

  it('replaces what an earlier failure has left', async () => {
    await using databases = await openTwo(open)
    const { database, other } = databases
    const migrator = createMigrator(database, [tables, indexTitles])
    await other.query(insert)
    await other.query(insert)
    await assert.rejects(migrator.migrate(), MigrationFailed)
    assert.deepEqual(await readIndex(other), [{ valid: false }])

    await other.query(sql`delete from notes`)
    await migrator.migrate()

    assert.deepEqual(await readIndex(other), [{ valid: true }])
    await migrator.rollback({ step: 1 })
    assert.deepEqual(await readIndex(other), [])
  })
})

function step(number: number, operations: readonly Operation[]) {
  return { name: `2026_11_20_00000${number}_step`, migration: migration(operations) }
}

/** Two connections to one schema, with the tables in it. */
async function openTwo(open: { (): Promise<Database>; url(): Promise<string> }) {
  const url = await open.url()
  const database = createDatabase(url, { statementTimeout: false })
  const other = createDatabase(url)
  await createMigrator(database, [tables]).migrate()
  return {
    database,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), other.close()])
    },
  }
}

/** A transaction that has run a statement and stays open until it is released. */
async function holdLock(database: Database, statement: ReturnType<typeof sql>) {
  const left = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<number>()
  const transaction = database.transaction(async () => {
    await database.query(statement)
    const [row] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    begun.resolve(row?.pid ?? 0)
    await left.promise
  })
  return {
    pid: await begun.promise,
    leave: left.resolve,
    async [Symbol.asyncDispose]() {
      left.resolve()
      await transaction
    },
  }
}

async function untilIndexed(database: Database): Promise<void> {
  await until(async () => (await readIndex(database)).length > 0)
}

function readIndex(database: Database): Promise<object[]> {
  return database.query(sql`
    select indisvalid as valid from pg_index
    where indexrelid = to_regclass('notes_title_unique')`)
}
