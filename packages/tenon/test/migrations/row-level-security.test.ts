import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { application, get, handler, json, param, post, routes } from 'tenon'
import { createDatabase, currentDatabase, type Database, sql, withDatabase } from 'tenon/database'
import { job } from 'tenon/jobs'
import { createMigrator, createTable, execute, migration } from 'tenon/migrations'
import { c, Model, withOwner } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { checkRowLevelSecurity } from '../../src/application/doctor/check-row-level-security.ts'
import { checkDatabase } from '../../src/application/runtime/schema/check-database.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import { judgeOperation } from '../../src/data/introspection/rolling/judge-operation.ts'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { AnyModel } from '../../src/data/records/entity.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import {
  createOwnerPolicy,
  dropOwnerPolicy,
} from '../../src/data/migrations/difference/owner-policy.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { withReplicaReads } from '../../src/data/drivers/replicas/read-scope.ts'
import { policiesOf } from '../../src/data/relations/policies-of.ts'
import { forEachDialect, onBoundPostgres } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.uuidId(), name: c.text() }) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c
    .uuid()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  title: c.text(),
}) {}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c
    .integer()
    .owner(() => Ticket)
    .references('tickets.id', { onDelete: 'cascade' }),
}) {}

class Issue extends Model('issues', {
  id: c.id(),
  group_id: c
    .uuid()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  title: c.text(),
}) {}

const all = [Team, Ticket, Comment]

interface Project {
  readonly root: string
  readonly make: (
    name: string,
    models: readonly AnyModel[],
    options?: { readonly isGuarded?: boolean; readonly renames?: Readonly<Record<string, string>> },
  ) => Promise<string>
  readonly check: (models: readonly AnyModel[], isGuarded?: boolean) => Promise<string[]>
  readonly rollback: () => Promise<unknown>
}

async function withProject(
  database: Database,
  body: (project: Project) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tenon-guarded-'))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
  const folder = join(root, 'database/migrations')
  const snapshot = join(root, 'database/schema.json')
  const sources = (models: readonly AnyModel[], isGuarded = true) => ({
    models,
    folder,
    snapshot,
    ...(isGuarded && { policies: policiesOf(models) }),
  })
  const migrator = async () => createMigrator(database, await loadMigrations(folder))
  await withDatabase(database, () =>
    body({
      root,
      async make(name, models, { isGuarded, renames = {} } = {}) {
        const answerRename = async ({ name }: { name: string }) => renames[name]
        await makeMigration({ ...sources(models, isGuarded), name, answerRename })
        await (await migrator()).migrate()
        const file = readdirSync(folder).toSorted().at(-1) ?? ''
        return readFileSync(join(folder, file), 'utf8')
      },
      async check(models, isGuarded) {
        const drift = await findDrift(sources(models, isGuarded))
        const { differences } = await checkDatabase(sources(models, isGuarded), database)
        return [...drift, ...differences.map(({ place, text }) => `${place}: ${text}`)]
      },
      rollback: async () => (await migrator()).rollback(),
    }),
  )
  rmSync(root, { recursive: true })
}

const visible = (database: Database) => database.query(sql`select title from tickets`)

onBoundPostgres('make:migration', (open) => {
  it('writes the policies, follows the option, and takes them back', async () => {
    const database = await open()
    await withProject(database, async ({ make, check, rollback }) => {
      const first = await make('create all', all, { isGuarded: false })
      const team = await Team.create({ id: crypto.randomUUID().toUpperCase(), name: 'red' })
      const ticket = await Ticket.of(team).create({ title: 'x' })
      await Comment.of(ticket).create({})
      assert.doesNotMatch(first, /Policy/)
      assert.equal((await visible(database)).length, 1)
      assert.deepEqual(await check(all), [
        "createOwnerPolicy('tickets')",
        "createOwnerPolicy('comments')",
        ...['comments', 'tickets'].map(
          (name) =>
            `${name}: shows its rows to every statement: the policy of its owner is missing or turned off. Run migrate if its migration is pending; otherwise create it with createOwnerPolicy().`,
        ),
      ])

      const second = await make('guard', all)
      assert.match(
        second,
        /createOwnerPolicy\('tickets', \{ column: 'team_id', owner: 'teams' \}\),\n {2}createOwnerPolicy\('comments', \{ column: 'ticket_id', owner: 'tickets', through: 'id' \}\)/,
      )
      assert.deepEqual([await check(all), await visible(database)], [[], []])
      assert.equal(await Comment.of(team).count(), 1)
      assert.equal(await Comment.of(ticket).count(), 1)

      await rollback()
      assert.equal((await visible(database)).length, 1)
      await make('guard again', all)
      assert.match((await check(all, false)).join(), /dropOwnerPolicy.*has the policy of an owner/)
      const third = await make('open', all, { isGuarded: false })
      assert.match(third, /dropOwnerPolicy\('tickets'/)
      assert.equal((await visible(database)).length, 1)
      assert.deepEqual(await check(all, false), [])
    })
  })

  it('keeps them while tables and columns are renamed, and drops them with the column', async () => {
    const database = await open()
    await withProject(database, async ({ make, check }) => {
      await make('create', [Team, Ticket])
      const team = await Team.create({ id: crypto.randomUUID(), name: 'red' })
      await Ticket.of(team).create({ title: 'x' })

      await make('rename', [Team, Issue], { renames: { issues: 'tickets', group_id: 'team_id' } })
      assert.equal(await Issue.of(team).count(), 1)
      assert.deepEqual(await database.query(sql`select * from issues`), [])
      assert.deepEqual(await check([Team, Issue]), [])

      class Plain extends Model('issues', { id: c.id(), title: c.text() }) {}
      await make('drop', [Team, Plain])
      assert.deepEqual(await check([Team, Plain]), [])
      assert.equal((await database.query(sql`select * from issues`)).length, 1)
    })
  })
})

onBoundPostgres('an application', (open) => {
  it('lets the raw SQL of a handler see the rows of the team that it binds', async () => {
    const database = await open()
    const url = await open.url()
    await withProject(database, async ({ root, make }) => {
      await make('create', [Team, Ticket])
      const rows = () => sql`select title from tickets`
      const app = application({
        root,
        models: { Team, Ticket },
        ownership: { rowLevelSecurity: true },
        routes: routes([
          get(
            '/teams/{team}',
            handler({ team: Team }).run(async () => {
              return json(await currentDatabase().query(rows()))
            }),
          ),
          get('/all', async () => {
            return json(await currentDatabase().query(rows()))
          }),
        ]),
      })
      await using tested = await testApp({ application: app, databaseUrl: url })
      const [red, blue] = await Promise.all(
        ['red', 'blue'].map(async (name) => {
          const team = await Team.create({ id: crypto.randomUUID(), name })
          await Ticket.of(team).create({ title: name })
          return team
        }),
      )

      const ask = async (path: string) => (await tested.get(path)).json()
      assert.deepEqual(await ask(`/teams/${red?.id}`), [{ title: 'red' }])
      assert.deepEqual(await ask(`/teams/${blue?.id}`), [{ title: 'blue' }])
      assert.deepEqual(await ask('/all'), [])
    })
  })
})

onBoundPostgres('a row that a policy refuses', (open) => {
  const withTeams = async (body: (found: Found) => Promise<void>) => {
    const url = await open.url()
    await using database = createDatabase(url, { rowLevelSecurity: true })
    await withProject(database, async ({ root, make }) => {
      await make('create', [Team, Ticket])
      const red = await Team.create({ id: crypto.randomUUID(), name: 'red' })
      const blue = await Team.create({ id: crypto.randomUUID(), name: 'blue' })
      await body({ root, database, red, blue, url })
    })
  }

  it('is a 409 if a client names the row of another team, and says whose it is to nobody', () =>
    withTeams(async ({ root, url, red, blue }) => {
      const failures: unknown[] = []
      const move = handler({ team: Team, to: param.uuid, ticket: Ticket }).run(
        async ({ to, ticket }) => {
          await currentDatabase().query(
            sql`update tickets set team_id = ${to} where id = ${ticket.id}`,
          )
          return 'moved'
        },
      )
      const store = post(
        '/tickets/{to}',
        handler({ to: param.uuid }).run(async ({ to }) => {
          await insertRaw(to).catch((error: unknown) => {
            failures.push(error)
            throw error
          })
          return 'stored'
        }),
      )
      const app = application({
        root,
        models: { Team, Ticket },
        ownership: { rowLevelSecurity: true },
        routes: routes([post('/teams/{team}/tickets/{ticket}/{to}', move), store]),
      })
      await using tested = await testApp({ application: app, databaseUrl: url })
      const ticket = await Ticket.of(red).create({ title: 'red' })
      const path = `/teams/${red.id}/tickets/${ticket.id}`

      const refused = await tested.post(`${path}/${blue.id}`)
      const allowed = await tested.post(`${path}/${red.id}`)
      const nobody = await tested.post(`/tickets/${red.id}`)

      assert.deepEqual([refused.status, allowed.status, nobody.status], [409, 200, 500])
      assert.doesNotMatch(refused.text, /policy|security|tickets/)
      assert.match(String(failures), /^SetupError: A statement wrote a row without saying whose/)
      assert.deepEqual(await Ticket.ofAnyone().pluck('team_id'), [red.id])
    }))

  it('leaves the transaction around it as it was, and the next statement its owner', () =>
    withTeams(async ({ database, red, blue }) => {
      await withOwner(red, () =>
        database.transaction(async () => {
          await insertRaw(red.id)
          await assert.rejects(
            database.transaction(() => insertRaw(blue.id)),
            { name: 'ForeignKeyViolation' },
          )
          await insertRaw(red.id)
        }),
      )
      await assert.rejects(
        withOwner(red, () =>
          database.transaction(async () => {
            await insertRaw(red.id)
            throw new Error('taken back')
          }),
        ),
        /taken back/,
      )

      assert.deepEqual(await visible(database), [])
      assert.equal((await withOwner(red, () => visible(database))).length, 2)
      assert.deepEqual(await withOwner(blue, () => visible(database)), [])
    }))

  it('is refused by a job for another team, whose reads see its own, also from a replica', () =>
    withTeams(async ({ root, url, red, blue }) => {
      const seen: unknown[] = []
      const report = job('report', z.object({ team: z.string(), into: z.string() })).run(
        async ({ team, into }) => {
          await withOwner(await Team.findOrFail(team), async () => {
            seen.push((await visible(currentDatabase())).length)
            await insertRaw(into)
          })
        },
      )
      const app = application({
        root,
        models: { Team, Ticket },
        ownership: { rowLevelSecurity: true },
        jobs: [report],
        routes: routes([]),
      })
      await using tested = await testApp({ application: app, databaseUrl: url })
      await createJobTables(currentDatabase())
      await Ticket.of(red).create({ title: 'red' })
      await Ticket.of(blue).create({ title: 'blue' })
      await report.dispatch({ team: red.id, into: red.id })
      await tested.runJobs()
      await report.dispatch({ team: red.id, into: blue.id })
      const outcomes = await tested.runJobs()
      assert.match(String(outcomes[0]?.error), /^ForeignKeyViolation/)

      await using replicated = createDatabase(url, { replicas: [url], rowLevelSecurity: true })
      const read = () =>
        withReplicaReads(() => replicated.query(sql`select title from tickets order by id`))
      assert.deepEqual(seen, [1, 2])
      assert.deepEqual(await read(), [])
      assert.equal((await withOwner(red, read)).length, 2)
      assert.deepEqual(await withOwner(blue, read), [{ title: 'blue' }])
    }))
})

onBoundPostgres('reading the schema of a database with policies', (open) => {
  it('looks into the rows of all owners', async () => {
    const database = await open()
    await createMigrator(database, [
      { name: '2026_01_01_000001_notes', migration: createNotes },
    ]).migrate()

    const { schema } = await readLiveSchema(database)

    assert.equal(schema.get('notes')?.columns['tags']?.item?.nullable, true)
  })
})

const createNotes = migration([
  createTable('notes', { id: c.id(), team_id: c.integer(), tags: c.array(c.text()) }),
  execute(
    { sqlite: '', postgres: "insert into notes (team_id, tags) values (1, '{a,null}')" },
    { sqlite: '', postgres: 'delete from notes' },
  ),
  createOwnerPolicy('notes', { column: 'team_id', owner: 'teams' }),
])

interface Found {
  readonly root: string
  readonly url: string
  readonly database: Database
  readonly red: Team
  readonly blue: Team
}

const insertRaw = (team: string) =>
  currentDatabase().query(sql`insert into tickets (team_id, title) values (${team}, 'raw')`)

forEachDialect('doctor', (open) => {
  it('says that policies do not bind the role, are missing, or cannot exist', async () => {
    const database = await open({ rowLevelSecurity: false })
    await database.script('create table tickets (id int)')

    const problems = (await checkRowLevelSecurity(database, ['tickets'])).map(
      (each) => each.problem,
    )

    assert.match(
      problems.join('\n'),
      open.dialect === 'sqlite'
        ? /SQLite has no row level security/
        : /superuser\nEvery statement sees all rows of tickets/,
    )
  })
})

it('a policy hides rows from a running version that does not say whose it wants', () => {
  const policy = { column: 'team_id', owner: 'teams' }
  const around = (usesTable: boolean) => ({
    dialect: 'postgres' as const,
    schema: new Map(),
    usesTable: () => usesTable,
    usesColumn: () => true,
    keeps: () => false,
    enumLabels: () => undefined,
    isNeverNull: () => false,
  })
  const create = createOwnerPolicy('tickets', policy)

  assert.equal(judgeOperation(create, around(false)).kind, 'safe')
  assert.match(judgeOperation(create, around(true)).text, /'prepare'/)
  assert.equal(judgeOperation(dropOwnerPolicy('tickets', policy), around(true)).kind, 'safe')
})
