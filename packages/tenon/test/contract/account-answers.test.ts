import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { application } from 'tenon'
import type { Accounts } from 'tenon/auth'
import { c, Model } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { RouteList } from '../../src/web/routing/route-list.ts'
import type { RouteEntry } from '../../src/web/routing/types/entry.ts'

/** What the model of the template has. */
class Person extends Model('users', {
  id: c.id(),
  name: c.text(),
  email: c.text(),
  password: c.text().hidden(),
}) {}

interface AccountsTemplate {
  readonly web: RouteList<RouteEntry>
  readonly auth: Accounts<Person>
  readonly User: typeof Person
}

/** The accounts of a new application without pages. */
async function loadTemplate(): Promise<AccountsTemplate> {
  const load = (file: string): Promise<object> => import(new URL(file, template).href)
  const parts = ['app/routes.ts', 'app/auth.ts', 'app/models/user.ts']
  // Sound: the files of the template export these names.
  return Object.assign({}, ...(await Promise.all(parts.map(load)))) as AccountsTemplate
}

const template = new URL('../../../create-tenon/templates/api-accounts/', import.meta.url)

const { web, auth, User } = await loadTemplate()

const toApp = () =>
  testApp({
    application: application({
      root: template.pathname,
      routes: web,
      models: { User },
      mail: { from: { name: 'My App', address: 'no-reply@example.com' } },
      openapi: { title: 'My App', version: '1.0.0' },
    }),
  })

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }

const right = JSON.stringify({ ...ada, device: 'Phone', token: 'unknown' })

/** The headers with each kind of token: none, an invalid one, an expired one, and one that works. */
async function toCredentials(): Promise<readonly Record<string, string>[]> {
  const user = await User.create({ ...ada, email: 'grace@example.com' })
  const options = { name: 'CI', abilities: [], expires: '1h' } as const
  const expired = await auth.tokens.issue(user, options)
  await currentDatabase().query(sql`update tenon_tokens set expires_at = 1`)
  const valid = await auth.tokens.issue(user, options)
  const texts = ['app_unknown', expired.text, valid.text]
  return [{}, ...texts.map((text) => ({ authorization: `Bearer ${text}` }))]
}

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
}

/** The operations of the document. */
async function readOperations(): Promise<readonly (Operation & Place)[]> {
  await using app = await toApp()
  // Sound: the document has this form.
  const { paths } = JSON.parse((await app.get('/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      path,
      method: method.toUpperCase(),
      responses,
    })),
  )
}

interface Place {
  readonly path: string
  readonly method: string
}

/** Calls a route with each token and each body, and returns the statuses. */
async function callAll({ path, method }: Place): Promise<readonly number[]> {
  // Each route gets an application of its own, because of the limits.
  await using app = await toApp()
  const client = app.as('json', { headers: { 'content-type': 'application/json' } })
  const bodies = method === 'GET' ? [undefined] : ['{}', right]
  const malformed = method === 'GET' ? [] : [{ headers: {}, body: '{' }]
  const credentials = await toCredentials()
  const sent = credentials.flatMap((headers) => bodies.map((body) => ({ headers, body })))
  const statuses: number[] = []
  for (const options of [...sent, ...malformed]) {
    statuses.push((await client.send(method, path, options)).status)
  }
  return statuses
}

it('the OpenAPI document has every answer of the routes of accounts, whatever token and body are sent', async () => {
  const undeclared: string[] = []
  const seen = new Set<number>()

  for (const { responses, ...place } of await readOperations()) {
    for (const status of await callAll(place)) {
      seen.add(status)
      if (responses[status] === undefined)
        undeclared.push(`${place.method} ${place.path}: ${status}`)
    }
  }

  assert.deepEqual(undeclared, [])
  assert.deepEqual(seen, new Set([200, 201, 204, 400, 401, 422]))
})

it('the accounts of an API do not start in production without FRONTEND_URL, to which their mails link', () => {
  const start = (variables: Readonly<Record<string, string>>) => {
    const mails = JSON.stringify(new URL('app/account-mails.ts', template))
    const argv = ['--conditions=source', '--input-type=module', '-e', `await import(${mails})`]
    const { APP_ENV: _, FRONTEND_URL: __, ...env } = process.env
    return spawnSync(process.execPath, argv, { env: { ...env, ...variables }, encoding: 'utf8' })
  }

  const without = start({ APP_ENV: 'production' })
  const others = [{ APP_ENV: 'production', FRONTEND_URL: 'https://shop.example' }, {}].map(start)

  assert.equal(without.status, 78)
  assert.match(
    without.stderr,
    /^The environment of production is not complete: FRONTEND_URL is missing\./,
  )
  assert.deepEqual(
    others.map(({ status }) => status),
    [0, 0],
  )
})
