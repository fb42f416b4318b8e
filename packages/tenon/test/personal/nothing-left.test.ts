import assert from 'node:assert/strict'
import { globSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { createClient } from '@redis/client'
import { application, body, get, handler, json, page, post, routes } from 'tenon'
import { audited } from 'tenon/audit'
import { accounts, hash } from 'tenon/auth'
import { createDatabase, currentDatabase, type Database, withDatabase } from 'tenon/database'
import { batch, job, notify, PermanentFailure, type AnyJob } from 'tenon/jobs'
import { createMigrator, createSearchIndex, migration } from 'tenon/migrations'
import { c, Model } from 'tenon/models'
import { live } from 'tenon/pages'
import { erasePersonal, exportPersonal } from 'tenon/personal'
import { session, type SessionOptions } from 'tenon/session'
import { disk } from 'tenon/storage'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { Sql, sql } from '../../src/data/database/sql.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { loginTable } from '../../src/identity/accounts/authentication/logins/login-table.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { JobWorker } from '../../src/work/jobs/worker.ts'
import { serve } from '../auth/serve.ts'
import { RecordedLog } from '../schedule/recorded-log.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createPrefix } from '../support/for-each-store.ts'
import { sharedRedis, skipWithoutRedis } from '../support/redis-server.ts'

/** Everything about the person has this in it. */
const NAME = 'lovelace'
const email = `ada.${NAME}@example.com`
const password = 'a good long password'

const photos = disk('photos')

class User extends Model(
  'users',
  {
    id: c.id(),
    name: c.text().personal(),
    email: c.text().unique().personal(),
    password: c.text().nullable().hidden(),
    photo: c.file(photos).nullable().personal(),
  },
  { search: ['name'] },
) {}
const auth = accounts(User, { login: 'email', password: 'password' })

class Post extends Model(
  'posts',
  { id: c.id(), user_id: c.integer().references('users.id'), text: c.text() },
  { search: ['text'], onErase: 'delete' },
) {}
audited(User)
audited(Post)

const models = { User, Post }
assertModels(Object.values(models))

const byEmail = z.object({ email: z.string() })
const byId = z.object({ id: z.number() })
const kept = job('kept', byEmail)
  .keep('7d')
  .run(() => 'done')
const told = job('told', byId)
  .keep('7d')
  .run(() => ({ told: email }))
const failing = job('failing', byId)
  .attempts(1)
  .run(async (_input, run) => {
    await run.step('address', () => email)
    throw new PermanentFailure('No')
  })
const unique = job('unique', byId)
  .unique(() => email, { for: '1h' })
  .run(() => {})
const jobs: readonly AnyJob[] = [kept, told, failing, unique]

const LoginForm = body(z.object({ email: z.string(), password: z.string() }))
const web = routes([
  post(
    '/login',
    handler({ form: LoginForm }).run(async ({ form }, request) => {
      await auth.attempt(request, { login: form.email, password: form.password })
      ;(await session(request)).set('draft', `Dear ${NAME}`)
      return json(null)
    }),
  ),
  get(
    '/draft',
    handler({ user: auth.optionalUser }).run(async ({ user }, request) =>
      json({ user: user?.name ?? null, session: (await session(request)).all() }),
    ),
  ),
  get('/people', () => page('People', { names: live(() => User.query().pluck('name')) })),
  post('/erase', async () => {
    await erasePersonal(await User.query().firstOrFail())
    return json(null)
  }),
])

forEachDialect('after a person was erased', (open) => {
  it('tables, the search index, audits, jobs, files and sessions have nothing of them', async () => {
    await using scene = await stage(await open.url(), { store: 'database' })
    const { database, browser, folder, user } = scene
    await fill(database, user)
    const before = await dump(database)
    const found = [files(folder), (await searched()).length]

    await erasePersonal(user)

    const left = await dump(database)
    assert.match(before, new RegExp(NAME, 'i'))
    assert.deepEqual(found, [[`Photo of ${NAME}`], 2])
    assert.doesNotMatch(left, new RegExp(NAME, 'i'))
    assert.deepEqual([files(folder), await searched()], [[], []])
    assert.doesNotMatch(await exported(), new RegExp(NAME, 'i'))
    assert.deepEqual((await browser.get('/draft')).json(), { user: null, session: {} })
  })

  it('what follows a batch that goes on is left, as jobs are that wait, and named', async () => {
    await using scene = await stage(await open.url(), { store: 'database' })
    const { database, user } = scene
    await createJobTables(currentDatabase())
    const followers = { then: kept.with({ email }), catch: told.with({ id: 0 }) }
    const id = await batch([told.with({ id: 0 })], followers).dispatch()

    const { tables, batchesLeft } = await erasePersonal(user)

    assert.deepEqual(batchesLeft, [{ id, name: 'kept' }])
    assert.ok(!tables.some(({ table }) => table === 'tenon_job_batches'))
    assert.match(await dump(database), new RegExp(`then_job[^}]*${NAME}`))
  })

  it('an export names what follows a batch, whether it goes on or has ended, without its input', async () => {
    await using _scene = await stage(await open.url(), { store: 'database' })
    await createJobTables(currentDatabase())
    const followers = { then: kept.with({ email }), catch: kept.with({ email }) }
    const id = await batch([told.with({ id: 0 })], followers).dispatch()

    const before = JSON.parse(await exported()).rows
    await new JobWorker({ database: currentDatabase(), jobs, log: new RecordedLog() }).runDue()
    const after = JSON.parse(await exported()).rows

    const named = { id: id, name: 'kept' }
    assert.deepEqual(before.tenon_job_batches, [
      { ...named, follows: 'then', is_ended: false },
      { ...named, follows: 'catch', is_ended: false },
    ])
    assert.deepEqual(
      after.tenon_job_batches.map(({ is_ended }: { is_ended: boolean }) => is_ended),
      [true, true],
    )
  })

  it('an export names notifications that no job has waited for, without their values', async () => {
    await using _scene = await stage(await open.url(), { store: 'database' })
    await createJobTables(currentDatabase())
    await notify('confirmed', email)
    await notify('packed', 7, { by: email.toUpperCase() })
    await notify('packed', 8, { by: `van.${email}` })

    const { tenon_job_signals: signals } = JSON.parse(await exported()).rows

    const fields = ['id', 'name', 'created_at']
    assert.partialDeepStrictEqual(signals, [{ name: 'confirmed' }, { name: 'packed' }])
    assert.deepEqual(signals.map(Object.keys), [fields, fields])
  })

  it('Redis has nothing of their sessions', { skip: skipWithoutRedis }, async () => {
    const prefix = createPrefix()
    const redisUrl = `${(await sharedRedis()).url}?prefix=${prefix}`
    await using scene = await stage(await open.url(), { store: 'store' }, redisUrl)
    const before = await dumpRedis(prefix)

    await erasePersonal(scene.user, { pretend: true })
    const pretended = await dumpRedis(prefix)
    await erasePersonal(scene.user)

    assert.match(before, new RegExp(NAME))
    assert.equal(pretended, before)
    assert.doesNotMatch(await dumpRedis(prefix), new RegExp(NAME))
    assert.deepEqual((await scene.browser.get('/draft')).json(), { user: null, session: {} })
  })

  it('their browser is told to forget a session that it has kept itself', async () => {
    await using scene = await stage(await open.url(), { store: 'cookie' })
    const before = (await scene.browser.get('/draft')).json()
    await erasePersonal(scene.user)

    const answer = await scene.browser.get('/draft')

    assert.deepEqual(before, { user: `Ada ${NAME}`, session: { draft: `Dear ${NAME}` } })
    assert.deepEqual(answer.json(), { user: null, session: {} })
    assert.match(answer.cookies[0] ?? '', /^(?:__Host-)?session=;/)
  })

  it('a login that begins at that moment is none, also of a user without a password', async () => {
    const database = await open()
    await createTables(database, User, Post)
    await withDatabase(database, async () => {
      const user = await User.create({ name: 'Ada', email, password: null })
      const { users } = auth['~parts']
      // A passkey or a provider has said who it is.
      const stamp = users.stampOf(user)

      await erasePersonal(user)

      assert.deepEqual(await users.findValid([{ userKey: String(user.id), stamp }]), [])
    })
  })

  it('live pages are told to ask again', async () => {
    const app = application({ root: import.meta.dirname, routes: web, models })
    await using tested = await testApp({ application: app, databaseUrl: await open.url() })
    await createTables(currentDatabase(), User, Post)
    await createOwnTables(currentDatabase(), [loginTable])
    await User.create({ name: 'Ada', email, password: null })
    await using shown = await tested.live('/people')
    await tested.post('/erase')

    assert.deepEqual(await shown.told(), ['names'])
  })
})

/** The application with a user who is logged in, and something in the session. */
async function stage(databaseUrl: string, store: SessionOptions, redisUrl?: string) {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(mkdtempDisposableSync(join(tmpdir(), 'tenon-erased-')))
  const app = stack.use(
    await serve(
      { routes: web, session: store, models },
      {
        databaseUrl,
        tables: Object.values(models),
        storageUrl: `file:${folder.path}`,
        ...(redisUrl === undefined ? {} : { redisUrl }),
      },
    ),
  )
  const database = stack.use(createDatabase(databaseUrl))
  const user = await User.create({
    name: `Ada ${NAME}`,
    email,
    password: await hash.make(password),
  })
  const browser = app.browser()
  const answer = await browser.post('/login', { email, password })
  assert.equal(answer.status, 200, answer.text)
  const owned = stack.move()
  return {
    database,
    user: await User.findOrFail(user.id),
    browser,
    folder: folder.path,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Everything else that can be kept of a person: a file, rows that are searched, audits, jobs in all states that are over. */
async function fill(database: Database, user: User): Promise<void> {
  const search = {
    name: '2030_01_01_000001_search',
    migration: migration([
      createSearchIndex('users', ['name']),
      createSearchIndex('posts', ['text']),
    ]),
  }
  await createMigrator(database, [search]).migrate()
  await user.update({ photo: await photos.put(Buffer.from(`Photo of ${NAME}`)) })
  await Post.create({ user_id: user.id, text: `First of ${NAME}` })
  await Post.where('user_id', user.id).update({ text: `Second of ${NAME}` })
  await createJobTables(currentDatabase())
  await kept.dispatch({ email })
  await told.dispatch({ id: user.id })
  await failing.dispatch({ id: user.id })
  await unique.dispatch({ id: user.id })
  await batch([failing.with({ id: user.id })], { catch: kept.with({ email }) }).dispatch()
  await batch([told.with({ id: 0 })], {
    then: kept.with({ email }),
    catch: kept.with({ email }),
  }).dispatch()
  const log = new RecordedLog()
  await new JobWorker({ database: currentDatabase(), jobs, log }).runDue()
}

async function searched(): Promise<readonly string[]> {
  const [users, posts] = [
    await User.query().whereSearch(NAME).all(),
    await Post.query().whereSearch(NAME).all(),
  ]
  return [...users.map(({ name }) => name), ...posts.map(({ text }) => text)]
}

async function exported(): Promise<string> {
  const pieces = []
  for await (const piece of exportPersonal(await User.query().firstOrFail())) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** All rows of all tables as text, also of those in which SQLite keeps a search index. */
async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    database.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table'`
      : sql`select tablename::text as name from pg_tables where schemaname = current_schema()`,
  )
  const rows = []
  for (const { name } of tables) {
    rows.push(name, await database.query(new Sql([`select * from "${name}"`], [])))
  }
  return JSON.stringify(rows, (_, value) => {
    if (typeof value === 'bigint') return String(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  })
}

/** The content of each file in storage. */
function files(folder: string): readonly string[] {
  return globSync('**', { cwd: folder })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
}

async function dumpRedis(prefix: string): Promise<string> {
  const client = createClient({ url: (await sharedRedis()).url })
  await client.connect()
  try {
    const keys = await client.keys(`${prefix}*`)
    const texts = []
    for (const key of keys.toSorted()) {
      const isText = (await client.type(key)) === 'string'
      texts.push(
        `${key} ${isText ? await client.get(key) : JSON.stringify(await client.hGetAll(key))}`,
      )
    }
    return texts.join('\n')
  } finally {
    client.destroy()
  }
}
