import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { belongsTo, c, Model } from 'tenon/models'
import { createDatabase, kyselyFor, namedDatabase, withDatabase } from 'tenon/database'
import { application, routes } from 'tenon'
import { testApp } from 'tenon/testing'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { createTables } from '../support/create-tables.ts'
import { createProject } from '../models/project.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const file = fileURLToPath(new URL('named/main.ts', import.meta.url))

forEachDialect('an application with a second database', (open) => {
  it('migrates both, or one of them', async () => {
    const environment = await prepare()
    const run = async (...argv: string[]) => {
      const { code, stdout, stderr } = await startBinary(environment, { file, argv }).ended
      return { code, output: withoutTimes(stdout + stderr) }
    }

    const one = await run('migrate', '--database=analytics')
    const rest = await run('migrate')
    const again = await run('migrate')
    const status = await run('migrate:status')
    const undone = await run('migrate:rollback', '--database=analytics')
    const fresh = await run('migrate:fresh')
    const unknown = await run('migrate', '--database=statistics')

    assert.equal(one.output, 'Migrated analytics/2026_11_22_000001_create_visits\n')
    assert.equal(rest.output, 'Migrated 2026_11_22_000001_create_users\n')
    assert.equal(again.output, 'Nothing to do.\n')
    assert.match(status.output, /^2026_11_22_000001_create_users +applied/m)
    assert.match(status.output, /^analytics\/2026_11_22_000001_create_visits +applied/m)
    assert.equal(undone.output, 'Rolled back analytics/2026_11_22_000001_create_visits\n')
    assert.equal(
      fresh.output,
      'Migrated 2026_11_22_000001_create_users\nMigrated analytics/2026_11_22_000001_create_visits\n',
    )
    assert.equal(unknown.code, 1)
    assert.match(unknown.output, /no database "statistics". It has: default, analytics\./)
  })

  it('is ready when both are migrated, and reports what is pending', async () => {
    const environment = await prepare()
    await startBinary(environment, { file, argv: ['migrate', '--database=default'] }).ended
    using app = await startServing(environment, { file })
    const ask = async (probe: string) => {
      const response = await fetch(`http://127.0.0.1:${app.port}/_app/${probe}`)
      const { status, checks } = (await response.json()) as Readiness
      return [status, checks]
    }

    const before = await ask('ready')
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    const ready = await ask('ready')
    const health = await ask('health?checks=true')

    assert.match(app.output.stdout, /pending: analytics\/2026_11_22_000001_create_visits/)
    assert.deepEqual(before, ['unavailable', { migrations: 'failed' }])
    assert.deepEqual(ready, ['ok', { migrations: 'ok' }])
    assert.deepEqual(health, ['ok', { analytics: 'ok', database: 'ok', migrations: 'ok' }])
  })

  it('stores the records of each model in its own, in every way', async () => {
    await using app = await openApp()

    const written = await app.post('/visits')

    assert.deepEqual(written.json(), { count: 2, paths: ['/a', '/b'] })
    assert.deepEqual((await app.get('/')).json(), { users: 0, visits: 2 })
    assert.deepEqual((await app.get('/kysely')).json(), [{ path: '/a' }, { path: '/b' }])
  })

  it('runs hooks in a transaction of the database of the model', async () => {
    await using app = await openApp()

    const refused = await app.post('/refused')

    assert.equal(refused.status, 500)
    assert.deepEqual((await app.get('/')).json(), { users: 0, visits: 0 })
  })

  it('has a transaction in each, which commits alone', async () => {
    await using app = await openApp()

    const ended = await app.post('/transactions')

    assert.deepEqual(ended.json(), { outcome: 'Error: undone', committed: ['analytics'] })
    assert.deepEqual((await app.get('/')).json(), { users: 0, visits: 1 })
  })

  it('rolls both back after a test', async () => {
    const urls = await prepare()
    await startBinary(urls, { file, argv: ['migrate'] }).ended
    const options = {
      databaseUrl: urls.DATABASE_URL,
      databaseUrls: { analytics: urls.ANALYTICS_DATABASE_URL },
    }
    {
      await using app = await testApp({ application: file, ...options, database: 'rollback' })
      await app.post('/visits')
      await app.post('/transactions')
    }

    await using app = await testApp({ application: file, ...options })

    assert.deepEqual((await app.get('/')).json(), { users: 0, visits: 0 })
  })

  async function openApp() {
    const { DATABASE_URL, ANALYTICS_DATABASE_URL } = await prepare()
    return testApp({
      application: file,
      databaseUrl: DATABASE_URL,
      databaseUrls: { analytics: ANALYTICS_DATABASE_URL },
    })
  }

  async function prepare() {
    return { DATABASE_URL: await open.url(), ANALYTICS_DATABASE_URL: await open.url() }
  }
})

describe('the schema of a named database', () => {
  it('is compared with its own models, and its migrations are written into its own folder', async () => {
    using project = createProject({})
    project.write('main.ts', applicationWithTwo)

    const before = await project.run(['schema:check'])
    const made = await project.run(['make:migration', 'create visits', '--database=analytics'])
    const between = await project.run(['schema:check'])
    await project.run(['make:migration', 'create users'])
    const after = await project.run(['schema:check'])

    assert.match(before.stdout, /^analytics\/.*visits/m)
    assert.equal(made.exitCode, 0, made.stderr)
    assert.match(project.list('database/analytics').join(), /_create_visits\.ts$/)
    assert.deepEqual(project.list('database').toSorted(), [
      'analytics',
      'migrations',
      'schema.analytics.json',
      'schema.json',
    ])
    assert.doesNotMatch(between.stdout, /visits/)
    assert.match(between.stdout, /users/)
    assert.equal(after.stdout, 'The migrations match the models.\n')
  })

  it('is compared with the database itself', async () => {
    using project = createProject({})
    project.write('main.ts', applicationWithTwo)
    await project.run(['make:migration', 'create visits', '--database=analytics'])
    await project.run(['make:migration', 'create users'])
    const variables = {
      DATABASE_URL: 'sqlite:./default.sqlite',
      ANALYTICS_DATABASE_URL: 'sqlite:./analytics.sqlite',
    }
    await project.run(['migrate', '--database=default'], variables)

    const before = await project.run(['schema:check', '--database'], variables)
    await project.run(['migrate'], variables)
    const after = await project.run(['schema:check', '--database'], variables)

    assert.match(before.stdout, /^analytics\/visits: is missing\./m)
    assert.match(before.stderr, /Pending migrations: analytics\/.*_create_visits\./)
    assert.equal(after.stdout, 'The database matches the models and migrations.\n', after.stderr)
  })
})

const applicationWithTwo = `
import { application, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { namedDatabase } from 'tenon/database'

const analytics = namedDatabase('analytics')
class User extends Model('users', { id: c.id() }) {}
class Visit extends Model('visits', { id: c.id() }, { database: analytics }) {}

export const app = application({
  root: import.meta.dirname,
  routes: routes([]),
  databases: [analytics],
  models: { User, Visit },
})
await app.run(process.argv.slice(2))
`

describe('a named database', () => {
  const analytics = namedDatabase('analytics')
  class User extends Model('users', { id: c.id() }) {}
  class Visit extends Model(
    'visits',
    { id: c.id(), user_id: c.integer() },
    { database: analytics },
  ) {
    static user = belongsTo(() => User, 'user_id')
  }

  it('takes the place of the open one inside withDatabase()', async () => {
    await using database = createDatabase('sqlite::memory:', { name: 'analytics' })
    await createTables(database, Visit)

    const count = await withDatabase(database, async () => {
      await analytics.transaction(() => Visit.create({ user_id: 1 }))
      return Visit.count()
    })

    assert.equal(count, 1)
    await assert.rejects(async () => Visit.count(), /"analytics" is not open. List it/)
  })

  it('cannot be the SQLite file of another one, which the start of the application says', async () => {
    const databaseUrl = `sqlite:${join(tmpdir(), 'shared.sqlite')}`

    const starting = testApp({
      application: application({
        root: import.meta.dirname,
        routes: routes([]),
        databases: [analytics],
      }),
      databaseUrl,
      databaseUrls: { analytics: `${databaseUrl}?durability=full` },
    })

    await assert.rejects(starting, {
      code: 'E_DATABASE_SHARED',
      message: /^DATABASE_URL and ANALYTICS_DATABASE_URL name the same file, ".*shared\.sqlite"\./,
    })
  })

  it('cannot be joined with another one, which the start of the application says', async () => {
    const models = { User, Visit }

    const starting = testApp({
      application: application({
        root: import.meta.dirname,
        routes: routes([]),
        databases: [analytics],
        models,
      }),
    })

    await assert.rejects(starting, {
      code: 'E_RELATION_DATABASE',
      message:
        /"user" of "visits" is invalid. "visits" is in the database "analytics" and "users" in the default/,
    })
    assert.throws(() => kyselyFor(models), { code: 'E_MODEL_DATABASE' })
  })

  it('cannot be left out of the application, or listed twice', async () => {
    class Lone extends Model('visits', { id: c.id() }, { database: analytics }) {}
    const start = (databases: readonly (typeof analytics)[]) =>
      testApp({
        application: application({
          root: import.meta.dirname,
          routes: routes([]),
          databases,
          models: { Lone },
        }),
      })

    await assert.rejects(start([]), { code: 'E_MODEL_DATABASE' })
    await assert.rejects(start([analytics, namedDatabase('analytics')]), {
      code: 'E_DATABASE_NAME',
    })
  })

  it('has a name that can be a variable and a folder', () => {
    assert.throws(() => namedDatabase('Web Analytics'), { code: 'E_DATABASE_NAME' })
    assert.throws(() => namedDatabase('default'), { code: 'E_DATABASE_NAME' })
  })

  it('needs its URL in production', async () => {
    const environment = { APP_ENV: 'production', DATABASE_URL: 'sqlite::memory:' }

    const { code, stderr } = await startBinary(environment, { file, argv: ['migrate'] }).ended

    assert.equal(code, 78)
    assert.match(stderr, /ANALYTICS_DATABASE_URL is missing/)
  })
})

interface Readiness {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

function withoutTimes(text: string): string {
  return text.replaceAll(/ \(\d+ ms\)/g, '')
}
