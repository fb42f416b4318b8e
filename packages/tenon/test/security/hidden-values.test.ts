import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import {
  application,
  get,
  handler,
  json,
  noContent,
  page,
  redirect,
  routes,
  text,
  type HttpRequest,
} from 'tenon'
import { cache } from 'tenon/cache'
import { currentDatabase, kyselyFor } from 'tenon/database'
import { job } from 'tenon/jobs'
import { log } from 'tenon/log'
import { mail } from 'tenon/mail'
import { c, Model, reveal } from 'tenon/models'
import { flash } from 'tenon/pages'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class User extends Model('users', {
  id: c.id(),
  name: c.text(),
  password: c.text().hidden(),
  picture: c.bytes().hidden(),
  card: c.text().nullable().hidden(),
}) {}

const greet = job('greet', z.unknown()).run(() => {})
const db = kyselyFor({ User })

/** Text of anything, whose type the compiler does not follow. */
const untyped = (value: unknown): string => String(value)
const first = () => User.findOrFail(1)
const password = async () => untyped((await first()).password)

/** Ways that the compiler does not see, by path, and what the error says. */
const leaks: Readonly<
  Record<string, readonly [leak: (request: HttpRequest) => Promise<unknown>, sentence: string]>
> = {
  '/string': [
    async () => text(await password()),
    'The response to GET /string has the value of users.password, which is hidden.',
  ],
  '/returned': [
    async () => (await first()).password,
    'The response to GET /returned has the value of users.password,',
  ],
  '/concatenated': [
    async () => text(['a', (await first()).password].join(':')),
    'has the value of users.password,',
  ],
  '/stringified': [
    async () => text(JSON.stringify((await first()).password)),
    'has the value of users.password,',
  ],
  '/json': [
    async () => json({ user: [{ hash: await password() }] }),
    'has the value of users.password at "user.0.hash",',
  ],
  '/picked': [
    async () => {
      const user: Readonly<Record<string, unknown>> = Object(await first())
      return json(Object.fromEntries(['name', 'password'].map((name) => [name, user[name]])))
    },
    'has the value of users.password at "password",',
  ],
  '/bytes': [
    async () => json({ picture: Buffer.from(Object((await first()).picture)).toString('base64') }),
    'has the value of users.picture at "picture",',
  ],
  '/page': [
    async () => page('Anything', { user: { hash: await password() } }),
    'The page "Anything" has the value of users.password at "props.user.hash",',
  ],
  '/plucked': [
    async () => json((await User.query().pluck('password')).map(untyped)),
    'has the value of users.password at "0",',
  ],
  '/selected': [
    async () =>
      json(
        (await User.query().select('password').all()).map((row) => Object.values(row).map(untyped)),
      ),
    'has the value of users.password at "0.0",',
  ],
  '/kysely': [
    async () => json(await db().selectFrom('users').select('password').execute()),
    'has the value of users.password at "0.password",',
  ],
  '/header': [
    async () => noContent().header('x-user', await password()),
    'in the header "x-user", has the value of users.password',
  ],
  '/cookie': [
    async () => noContent().cookie('user', await password(), { httpOnly: false }),
    'in a cookie, has the value of users.password',
  ],
  '/flashed': [
    async (request) => {
      flash(request, { notice: await password() })
      return redirect('/records')
    },
    'The flash data has the value of users.password at "flash.notice",',
  ],
  '/location': [
    async () => redirect(`/users/${await password()}`),
    'in the header "location", has the value of users.password',
  ],
  '/job': [
    async () => greet.dispatch({ to: { hash: (await first()).password } }),
    'The input of the job "greet" has the value of users.password at "to.hash",',
  ],
  '/props': [
    async () =>
      mail('Welcome', { name: await password() })
        .to('ada@example.com')
        .send(),
    'The mail "Welcome", in its props, has the value of users.password at "name",',
  ],
  '/subject': [
    async () =>
      mail('Welcome', { name: 'Ada' })
        .to('ada@example.com')
        .subject(await password())
        .send(),
    'The mail "Welcome" has the value of users.password at "subject",',
  ],
  '/cache': [
    async () => cache.set('user', await password(), { ttl: '1m' }),
    'The cache entry "user" has the value of users.password',
  ],
  '/log': [
    async () => log.info('Read', { user: [await password()] }),
    'A log line has the value of users.password',
  ],
  '/written': [
    async () => untyped((await (await first()).update({ card: '4111 1111 1111 1111' })).card),
    'has the value of users.card,',
  ],
}

const revealing = {
  '/revealed': async () => text(reveal((await first()).password)),
  '/login': async () => json({ isRight: reveal((await first()).password).startsWith('$scrypt$') }),
  '/records': async () => json(await User.all()),
  // Where a browser keeps a token of its own, and no script reads it.
  '/own': async () => noContent().cookie('own', await password()),
}

const web = routes(
  [
    ...Object.entries(leaks).map(([path, [leak]]) => [path, leak] as const),
    ...Object.entries(revealing),
  ].map(([path, run]) =>
    get(
      path,
      handler({}).run((_, request) => run(request)),
    ),
  ),
)

forEachDialect('what leaves with the value of a hidden column', (open) => {
  const start = async () => {
    const app = await testApp({
      application: application({
        root: join(import.meta.dirname, '../../fixtures/mail'),
        mail: { from: 'shop@example.com' },
        routes: web,
        models: { User },
        jobs: [greet],
      }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), User)
    await User.create({
      name: 'Ada',
      password: '$scrypt$of+Ada/=',
      picture: Buffer.from('a small picture'),
    })
    return app
  }

  it('is an error that names the column and the path, in tests', async () => {
    await using app = await start()

    const said = await Promise.all(
      Object.keys(leaks).map(async (path) => (await app.get(path)).error),
    )

    const wanted = Object.values(leaks).map(([, sentence]) => sentence)
    const unsaid = wanted.filter((sentence, i) => !untyped(said[i]).includes(sentence))
    assert.deepEqual(unsaid, [], said.map(untyped).join('\n'))
  })

  it('is sent if reveal() has read it, and records never have it', async () => {
    await using app = await start()

    const revealed = await app.get('/revealed')
    const login = await app.get('/login')
    const records = await app.get('/records')
    const own = await app.get('/own')

    assert.equal(revealed.text, '$scrypt$of+Ada/=')
    login.assertJson({ isRight: true })
    records.assertJson([{ id: 1, name: 'Ada' }])
    own.assertStatus(204)
  })
})
