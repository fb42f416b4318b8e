import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDatabase, type Database, sql } from '../../src/database.ts'
import { c, createMigrator, createTable, migration } from '../../src/migrations.ts'
import { onDialect } from '../support/for-each-dialect.ts'

const source = [
  {
    name: '2026_01_01_000001_create_notes',
    migration: migration([createTable('notes', { id: c.id() })]),
  },
]

onDialect('postgres', 'a migration for a schema that does not exist', (open) => {
  const withSchema = async (schemas: (own: string) => string, base?: string): Promise<Database> => {
    const url = new URL(base ?? (await open.url()))
    const own = url.searchParams.get('schema') ?? 'public'
    url.searchParams.set('schema', schemas(own))
    return createDatabase(url.href)
  }

  it('says at once what to do', { timeout: 20_000 }, async () => {
    await using database = await withSchema(() => 'lost')
    const migrator = createMigrator(database, source)
    const refused = {
      code: 'E_DATABASE_SCHEMA',
      message:
        'The schema "lost", in which migrations create tables, does not exist. Correct ?schema= in DATABASE_URL, or run: create schema "lost".',
    }

    await assert.rejects(migrator.migrate(), refused)
    await assert.rejects(migrator.fresh(), refused)
  })

  it('changes nothing in the schemas after it', { timeout: 20_000 }, async () => {
    const base = await open.url()
    await using whole = await withSchema((own) => own, base)
    await createMigrator(whole, source).migrate()
    await using database = await withSchema((own) => `lost,${own}`, base)
    const migrator = createMigrator(database, source)

    await assert.rejects(migrator.fresh(), { code: 'E_DATABASE_SCHEMA' })

    assert.deepEqual(await database.query(sql`select * from notes`), [])
    assert.deepEqual(await migrator.pending(), [])
  })

  it('takes the first schema of several', async () => {
    await using database = await withSchema((own) => `${own},public`)

    const done = await createMigrator(database, source).migrate()

    assert.equal(done.length, 1)
  })

  it('takes a schema whose name the options of the connection have in upper case', async () => {
    const url = new URL(await open.url())
    const own = url.searchParams.get('schema') ?? 'public'
    url.searchParams.delete('schema')
    url.searchParams.set('options', `-c search_path=${own.toUpperCase()}`)
    await using database = createDatabase(url.href)

    const done = await createMigrator(database, source).migrate()

    assert.equal(done.length, 1)
  })

  it('names a schema that the role may not use', { timeout: 20_000 }, async () => {
    await using owner = await withSchema((own) => own)
    await owner.script('create role guest_of_schemas')
    await using database = await withSchema((own) => own)
    const migrate = () =>
      database.transaction(async () => {
        await database.script('set local role guest_of_schemas')
        return createMigrator(database, source).migrate()
      })

    await assert.rejects(migrate(), { message: /^The role of DATABASE_URL may not use the schema/ })

    await owner.script('drop role guest_of_schemas')
  })
})
