import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { application, get, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { createDatabase, currentDatabase, sql } from 'tenon/database'
import { testApp, type TestApp } from 'tenon/testing'
import { copyTemplate } from '../../src/tooling/testing/databases/template-copy.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { sharedPostgres } from '../support/postgres-server.ts'

class Film extends Model('films', { id: c.id(), title: c.text() }) {}

const films = application({
  root: import.meta.dirname,
  models: { Film },
  routes: routes([get('/films', () => Film.orderBy('id').pluck('title'))]),
})

onDialect('postgres', 'testApp({ template })', () => {
  const created: string[] = []
  after(async () => {
    await using server = createDatabase(await sharedPostgres())
    for (const name of created) await server.script(`drop database ${name} with (force)`)
  })

  it('runs each test on a copy of its own, which is dropped at the end', async () => {
    const template = await createTemplate()
    const names: string[] = []

    for (const title of ['Alien', 'Brazil']) {
      await using app = await openFilms(template)
      names.push(await currentName())
      await Film.create({ title })
      assert.deepEqual((await app.get('/films')).json(), ['Adopted', title], title)
    }

    assert.equal(new Set(names).size, 2)
    assert.deepEqual(await findExisting(names), [])
  })

  it('drops the copy as well if the application fails to boot', async () => {
    const template = await createTemplate()
    const broken = application({
      root: import.meta.dirname,
      routes: routes([]),
      migrations: 'no/such/folder',
    })

    await assert.rejects(testApp({ application: broken, template }), /no\/such\/folder/)

    await using server = createDatabase(await sharedPostgres())
    const left = await server.query(
      sql`select 1 from pg_database where datname like 'tenon_test_%'`,
    )
    assert.deepEqual(left, [])
  })

  it('copies one template for several tests at the same time', async () => {
    const template = await createTemplate()

    const copies = await Promise.all(Array.from({ length: 4 }, () => copyTemplate(template)))

    const names = copies.map(({ url }) => new URL(url).pathname.slice(1))
    assert.equal((await findExisting(names)).length, 4)
    await Promise.all(copies.map((copy) => copy[Symbol.asyncDispose]()))
    assert.deepEqual(await findExisting(names), [])
  })

  it('says why a database cannot be copied', async () => {
    const template = await createTemplate()
    const url = await sharedPostgres()
    const role = `role_${randomBytes(6).toString('hex')}`
    await using server = createDatabase(url)
    await server.script(`create role ${role} login`)

    await assert.rejects(
      openFilms('sqlite::memory:'),
      refusal(/does not name a PostgreSQL database/),
    )
    await assert.rejects(
      openFilms(toUrl(url, 'no_such_template')),
      refusal(/does not exist\. Create/),
    )
    await assert.rejects(
      openFilms(template.replace(/\/\/[^@]*@/, `//${role}@`)),
      refusal(/permission denied.*createdb/),
    )
    await assert.rejects(
      testApp({ application: films, template, databaseUrl: 'sqlite::memory:' }),
      refusal(/both template and databaseUrl/),
    )
    await server.script(`drop role ${role}`)
  })

  it('says that others are connected to the template', async () => {
    const template = await createTemplate()
    await using visitor = createDatabase(template)
    await visitor.query(sql`select 1 as one`)

    await assert.rejects(openFilms(template), refusal(/other users\. Close the other sessions/))
  })

  const openFilms = (template: string): Promise<TestApp> =>
    testApp({ application: films, template })

  /** The URL of a database with a film. */
  async function createTemplate(): Promise<string> {
    const name = `template_${randomBytes(6).toString('hex')}`
    await using server = createDatabase(await sharedPostgres())
    await server.script(`create database ${name}`)
    created.push(name)
    const url = toUrl(await sharedPostgres(), name)
    await using database = createDatabase(url)
    await database.script(`
      create table films (id bigint generated always as identity primary key, title text not null);
      insert into films (title) values ('Adopted')`)
    return url
  }
})

function toUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

function refusal(message: RegExp): object {
  return { code: 'E_TEST_TEMPLATE', message }
}

async function currentName(): Promise<string> {
  const [row] = await currentDatabase().query<{ name: string }>(
    sql`select current_database() as name`,
  )
  return row?.name ?? ''
}

async function findExisting(names: readonly string[]): Promise<readonly string[]> {
  await using server = createDatabase(await sharedPostgres())
  const rows = await server.query<{ datname: string }>(
    sql`select datname from pg_database where datname in (${names})`,
  )
  return rows.map(({ datname }) => datname)
}
