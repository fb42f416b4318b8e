import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { UniqueViolation, sql, withDatabase } from 'tenon/database'
import {
  addColumn,
  createIndex,
  createMigrator,
  createTable,
  migration,
  renameColumn,
} from 'tenon/migrations'
import { c, Model, softDeletes } from 'tenon/models'
import { checkDatabase } from '../../src/application/runtime/schema/check-database.ts'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id(), name: c.text().unique() }) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  slug: c.text().unique(),
  name: c.text().unique({ caseInsensitive: true, ignoreDeleted: true }),
  code: c.text().unique({ everywhere: true }),
  ...softDeletes(),
}) {}
class Everywhere extends Model('tickets', {
  ...Ticket.columns,
  slug: c.text().unique({ everywhere: true }),
}) {}
class Plain extends Model('tickets', { ...Ticket.columns, slug: c.text() }) {}

forEachDialect('a unique column of a model with an owner', (open) => {
  const withProject = async (
    body: (project: {
      readonly make: (name: string, ...models: readonly ModelTable[]) => Promise<string>
      readonly check: (...models: readonly ModelTable[]) => Promise<readonly unknown[]>
      readonly database: Awaited<ReturnType<typeof open>>
    }) => Promise<void>,
  ) => {
    const root = mkdtempSync(join(tmpdir(), 'tenon-owned-'))
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
    const folder = join(root, 'migrations')
    const snapshot = join(root, 'schema.json')
    const database = await open()
    const make = async (name: string, ...models: readonly ModelTable[]) => {
      await makeMigration({ models, folder, snapshot, name })
      await createMigrator(database, await loadMigrations(folder)).migrate()
      const file = readdirSync(folder).toSorted().at(-1) ?? ''
      return readFileSync(join(folder, file), 'utf8')
    }
    const check = async (...models: readonly ModelTable[]) => [
      ...(await findDrift({ models, folder, snapshot })),
      ...(await checkDatabase({ models, folder, snapshot }, database)).differences,
    ]
    await withDatabase(database, () => body({ make, check, database }))
    rmSync(root, { recursive: true })
  }

  it('is unique for each owner, in the migration that is made and in the database', () =>
    withProject(async ({ make, check }) => {
      const text = await make('create tickets', Team, Ticket)
      const differences = await check(Team, Ticket)
      const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
      await Ticket.of(red).create({ slug: 'one', name: 'One', code: '1' })
      await Ticket.of(blue).create({ slug: 'one', name: 'ONE', code: '2' })

      assert.match(text, /slug: c\.text\(\)\.unique\(\{ within: 'team_id' \}\)/)
      assert.match(
        text,
        /name: c\.text\(\)\.unique\(\{ caseInsensitive: true, ignoreDeleted: true, within: 'team_id' \}\)/,
      )
      assert.match(text, /code: c\.text\(\)\.unique\(\)/)
      assert.deepEqual(differences, [])
      const again = { slug: 'two', name: 'Two', code: '3' }
      for (const taken of [{ slug: 'one' }, { name: 'one' }, { code: '2' }]) {
        await assert.rejects(
          Ticket.of(red).create({ ...again, ...taken }),
          UniqueViolation,
          JSON.stringify(taken),
        )
      }
      await (await Ticket.of(red).where('slug', 'one').firstOrFail()).delete()
      await Ticket.of(red).create({ ...again, name: 'one' })
      await assert.rejects(
        Ticket.of(red).create({ ...again, slug: 'one', name: 'x' }),
        UniqueViolation,
      )
    }))

  it('becomes unique everywhere and for each owner again, and is found missing', () =>
    withProject(async ({ make, check, database }) => {
      await make('create tickets', Team, Ticket)
      await make('everywhere', Team, Everywhere)
      const wide = await check(Team, Everywhere)
      await make('plain', Team, Plain)
      const plain = await check(Team, Plain)
      await make('each', Team, Ticket)
      const narrow = await check(Team, Ticket)
      await database.query(sql`drop index tickets_team_id_slug_unique`)
      const missing = await check(Team, Ticket)

      assert.deepEqual([wide, plain, narrow], [[], [], []])
      assert.deepEqual(missing, [
        {
          place: 'tickets',
          text: "the index on (team_id, slug) is missing. Run migrate if its migration is pending; otherwise create it with createIndex('tickets', ['team_id', 'slug'], { unique: true }).",
        },
      ])
    }))

  it('keeps an index that a migration created, and follows a column that is renamed', async () => {
    const database = await open()
    const step = (i: number, ...operations: Parameters<typeof migration>[0][number][]) => ({
      name: `2026_11_23_00000${i}_step`,
      migration: migration(operations),
    })
    const slug = c.text().unique({ within: 'team_id' })
    const migrator = createMigrator(database, [
      step(1, createTable('tickets', { id: c.id(), team_id: c.integer(), slug })),
      step(2, renameColumn('tickets', 'team_id', 'owner_id')),
      step(3, addColumn('tickets', 'code', c.text().nullable().unique({ within: 'owner_id' }))),
      step(4, createIndex('tickets', ['code', 'slug'], { unique: true })),
    ])

    await migrator.migrate()
    await database.script("insert into tickets (owner_id, slug) values (1, 'a'), (2, 'a')")

    const again = database.script("insert into tickets (owner_id, slug) values (2, 'a')")
    await assert.rejects(again, UniqueViolation)
    const wrong = () =>
      createTable('lines', { id: c.id(), slug: c.text().unique({ within: 'team' }) })
    assert.throws(wrong, {
      code: 'E_MIGRATION_TABLE',
      message: /no column "team" to be unique within/,
    })
  })
})
