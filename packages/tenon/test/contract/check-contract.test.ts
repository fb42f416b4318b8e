import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { it } from 'node:test'
import {
  application,
  body,
  del,
  get,
  group,
  handler,
  post,
  redirect,
  routes,
  UploadedFile,
  type Middleware,
} from 'tenon'
import { answer, content } from 'tenon/answers'
import { currentDatabase } from 'tenon/database'
import { NotFound, Unauthorized } from 'tenon/errors'
import { limit } from 'tenon/limits'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { Author, Book } from '../../fixtures/api/models.ts'
import { issueTokens } from './serve-accounts.ts'
import { accountsFile, apiFile } from './start-api.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

forEachDialect('checkContract', (open) => {
  it('finds every answer of an application as documented', async () => {
    await using app = await testApp({ application: apiFile, databaseUrl: await open.url() })
    const made = await app.as('json').post('/books', { title: 'Emma', author_id: 1 })

    const headers = { authorization: 'Bearer sesame' }
    await Book.create({ id: 2, title: 'Persuasion', author_id: 1, copies: 3n })
    const cover = new FormData()
    cover.set('image', new File(['cover'], 'cover.png', { type: 'image/png' }))
    cover.set('alt', 'A house')
    const requests = {
      'books.order': [{ parameters: { book: 2 } }],
      'shelf.remove': [{ parameters: { book: 2 } }],
      'books.cover': [{ body: cover }],
    }
    const findings = await app.checkContract({ parameters: { book: 1 }, headers, requests })

    assert.equal(made.status, 201)
    assert.deepEqual(findings, [])
  })

  it('finds every answer of the example with accounts as documented', async () => {
    await using app = await testApp({ application: accountsFile, databaseUrl: await open.url() })
    const { all } = await issueTokens()

    const findings = await app.checkContract({ headers: { authorization: `Bearer ${all}` } })

    assert.deepEqual(findings, [])
  })

  it('says what is not documented, with the request to repeat', async () => {
    const refuse: Middleware = async (request, next) =>
      request.query.has('state') ? Response.json({ message: 'No' }, { status: 418 }) : next()
    const Item = z.object({ id: z.number() })
    const web = routes([
      get(
        '/refused',
        handler({})
          .answers(Item)
          .run(() => ({ id: 1 })),
      ).middleware(async () => Response.json({ message: 'No' }, { status: 418 })),
      post(
        '/failing',
        handler({})
          .answers(Item)
          .run(() => {
            throw new TypeError('Not today')
          }),
      ).middleware(refuse),
      get(
        '/different',
        handler({})
          .answers(Item)
          .run(() => ({ id: 'one' }) as unknown as { id: number }),
      ),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.ok(findings.includes('GET /refused (as documented): 418 is not documented'))
    assert.ok(findings.includes('POST /failing (as documented): 500 is not documented (Not today)'))
    assert.match(
      findings.find((finding) => finding.startsWith('GET /different')) ?? '',
      /500 is not documented \(The response of "\/different" .* is not what the handler declares: id: /,
    )
  })

  it('says which functions no request has reached, and why', async () => {
    const done = { at: 'now' }
    const Done = z.object({ at: z.string() })
    const Name = (schema: z.ZodType<string>) => body(z.object({ name: schema }))
    const taking = (schema: z.ZodType<string>) =>
      handler({ form: Name(schema) })
        .answers(Done)
        .run(() => done)
    const plain = handler({})
      .answers({ 200: Done, 202: Done })
      .run(() => answer(200, done))
    const nobody: Middleware = () => {
      throw new Unauthorized('Log in', { headers: { 'www-authenticate': 'Bearer' } })
    }
    const web = routes([
      post('/pattern', taking(z.string().regex(/^[A-Z]{2}-\d{4}(?:x|y)+$/))),
      post('/format', taking(z.ipv4())),
      post('/example', taking(z.string().refine((name) => name === 'Ada'))).describe('Adds', {
        example: { name: 'Ada' },
      }),
      post('/refined', taking(z.string().refine((name) => name === 'Ada'))),
      get('/several', plain),
      get('/private', plain).middleware(Object.assign(nobody, { refuses: [401] })),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.deepEqual(
      findings.map((finding) => finding.replace(/\. \w+ \/.* was answered with /, ' | ')),
      [
        'POST /refined: no request was answered with 200 | 422 {"message":"The given data was invalid","errors":{"name":"Invalid input"}}. Give the route an example with `.describe()`, or pass `requests`.',
        'GET /several: no request was answered with 202 | 200 {"at":"now"}. Pass `requests` that lead to it.',
        'GET /private: no request was answered with 200 | 401 {"message":"Log in"}. Pass `headers` of a user who may do it.',
        'GET /private: no request was answered with 202 | 401 {"message":"Log in"}. Pass `headers` of a user who may do it.',
      ],
    )
  })

  it('tests routes that share records: versions with the same unique values, and records that others belong to', async () => {
    const taken = new Set<string>()
    const name = z.string().refine((text) => !taken.has(text), 'Name is taken')
    const AuthorRequest = body(z.object({ name }))
    const BookRequest = body(z.object({ title: z.string(), author_id: z.number() }))
    const shared = [
      del(
        '/authors/{author}',
        handler({ author: Author })
          .answers({ 204: null })
          .run(async ({ author }) => {
            // As a foreign key with `cascade` does.
            await Book.where({ author_id: author.id }).delete()
            await author.delete()
            return null
          }),
      ),
      del(
        '/books/{book}',
        handler({ book: Book })
          .answers({ 204: null })
          .run(async ({ book }) => {
            await book.delete()
            return null
          }),
      ),
      post(
        '/authors',
        handler({ form: AuthorRequest })
          .answers(Author)
          .run(({ form }) => {
            taken.add(form.name)
            return Author.create(form)
          }),
      ),
      post(
        '/books',
        handler({ form: BookRequest })
          .answers(Book)
          .run(({ form }) => Book.create(form)),
      ),
    ]
    const own = application({
      root: dirname(apiFile),
      models: { Author, Book },
      routes: routes([group('/v1', shared), group('/v2', shared)]),
    })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.deepEqual(findings, [])
  })

  it('goes on without a record that cannot be put back, also inside the transaction of the test', async () => {
    const shared = [
      del(
        '/books/{book}',
        handler({ book: Book })
          .answers({ 204: null })
          .run(async ({ book }) => {
            await book.delete()
            await Author.where({ id: book.author_id }).delete()
            return null
          }),
      ),
    ]
    const own = application({
      root: dirname(apiFile),
      models: { Author, Book },
      routes: routes([group('/v1', shared), group('/v2', shared)]),
    })
    const databaseUrl = await open.url()
    await using app = await testApp({ application: own, databaseUrl, database: 'rollback' })
    await Book.create({ title: 'Emma', author_id: 1 })

    const findings = await app.checkContract()

    assert.match(
      findings.join('\n'),
      /^DELETE \/v2\/books\/1: no request was answered with 204\..* 404 [^\n]*$/,
    )
  })

  it('sends a file to a route that takes one', async () => {
    const sizes: number[] = []
    const Scan = body(z.object({ title: z.string(), scan: z.instanceof(UploadedFile).nullable() }))
    const web = routes([
      post(
        '/scans',
        handler({ form: Scan })
          .answers({ 204: null })
          .run(({ form }) => {
            sizes.push(form.scan?.sizeBytes ?? 0)
            return null
          }),
      ),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.deepEqual(findings, [])
    assert.ok((sizes[0] ?? 0) > 0)
  })

  it('says which record a route needs that sends a file, or deletes what others refer to', async () => {
    const own = application({
      root: dirname(apiFile),
      models: { Author, Book },
      routes: routes([
        get(
          '/authors/{author}/portrait',
          handler({ author: Author })
            .answers(content('image/jpeg'))
            .run(() => {
              throw new NotFound()
            }),
        ),
        del(
          '/authors/{author}',
          handler({ author: Author })
            .answers({ 204: null })
            .run(async ({ author }) => {
              await author.delete()
              return null
            }),
        ),
      ]),
    })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })
    await Book.create({ title: 'Emma', author_id: 1 })

    const findings = await app.checkContract()

    assert.deepEqual(
      findings.map((finding) => finding.replace(/^.*\}\. /, '')),
      [
        'Pass `parameters` of a record that exists and has a file: samples are PNG pictures, which its disk may not take.',
        'Pass `parameters` of a record that no other refers to.',
      ],
    )
  })

  it('is not held back by limits, which would hide the answers of routes', async () => {
    const perClient = limit({ limit: 3, per: '1h' })
    const Done = handler({ form: body(z.object({ name: z.string() })) })
      .answers(z.object({ name: z.string() }))
      .run(({ form }) => form)
    const web = routes(
      [post('/one', Done), post('/two', Done)].map((each) => each.middleware(perClient)),
    )
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.deepEqual(findings, [])
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await app.as('json').post('/one', { name: 'Ada' })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })

  it('says which route has ended the login of its headers, and asks for others for each route', async () => {
    const valid = new Set(['one'])
    const known: Middleware = async (request, next) => {
      if (valid.has(request.header('x-login') ?? '')) return next()
      throw new Unauthorized('Log in', { headers: { 'www-authenticate': 'Bearer' } })
    }
    const Out = handler({})
      .answers({ 204: null })
      .run((_bound, request) => {
        valid.delete(request.header('x-login') ?? '')
        return null
      })
    const Me = handler({})
      .answers(z.object({ name: z.string() }))
      .run(() => ({ name: 'Ada' }))
    const Public = handler({})
      .answers({ 204: null })
      .run(() => null)
    const guarded = Object.assign(known, { refuses: [401] } as const)
    const web = routes([
      get('/first', Me).middleware(guarded),
      post('/logout', Out).middleware(guarded),
      get('/public', Public),
      get('/me', Me).middleware(guarded),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract({ headers: { 'x-login': 'one' } })
    const renewed = await app.checkContract({
      headers: async () => {
        valid.add('another')
        return { 'x-login': 'another' }
      },
    })

    assert.deepEqual(findings, [
      'GET /me: no request was answered with 200. GET /me (as documented) was answered with 401 {"message":"Log in"}. ' +
        'POST /logout was the last to accept these `headers`. If it ends the login or the token, pass a function that ' +
        'returns new ones for each route: `headers: async () => ({ authorization: … })`.',
    ])
    assert.deepEqual(renewed, [])
  })

  it('compares bodies and headers with the document', async () => {
    const refused = (reply: () => Response): Middleware =>
      Object.assign(reply, { refuses: [401, 429] })
    const Item = handler({})
      .answers({ 204: null })
      .run(() => null)
    const Moved = handler({})
      .answers({ 303: null })
      .run(() => redirect('/text'))
    const web = routes([
      get('/text', Item).middleware(refused(() => new Response('No', { status: 429 }))),
      get('/shape', Item).middleware(
        refused(() => Response.json({ error: 'No' }, { status: 429 })),
      ),
      get('/nowhere', Moved).middleware(() => new Response(null, { status: 303 })),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.ok(
      findings.includes(
        'GET /text (as documented): 429 is text/plain;charset=UTF-8 instead of application/json',
      ),
    )
    assert.ok(
      findings.includes(
        'GET /shape (as documented): 429 is not as documented: the body.message is missing',
      ),
    )
    assert.ok(findings.includes('GET /nowhere (as documented): 303 has no Location'))
  })

  it('compares numbers, texts and lists with their limits', async () => {
    const Limited = z.object({
      stars: z.number().min(1).lt(5),
      name: z.string().min(2).max(3),
      tags: z.array(z.string()).min(1).max(2),
    })
    const web = routes(
      Object.entries({
        right: {},
        few: { stars: 0 },
        many: { stars: 5 },
        short: { name: 'A' },
        long: { name: 'Adas' },
        empty: { tags: [] },
        full: { tags: ['a', 'b', 'c'] },
      }).map(([path, wrong]) =>
        get(
          `/${path}`,
          handler({})
            .answers(Limited)
            .run(() => ({ stars: 1, name: 'Ada', tags: ['a'] })),
        ).middleware(() => Response.json({ stars: 4.5, name: 'Ada', tags: ['a'], ...wrong })),
      ),
    )
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    const first = findings.filter((finding) => finding.includes('(as documented)'))
    assert.deepEqual(
      first.map((finding) => finding.replace(' (as documented): 200 is not as documented', '')),
      [
        'GET /few: the body.stars is 0, but minimum is 1',
        'GET /many: the body.stars is 5, but exclusiveMaximum is 5',
        'GET /short: the body.name is "A", but minLength is 2',
        'GET /long: the body.name is "Adas", but maxLength is 3',
        'GET /empty: the body.tags is [], but minItems is 1',
        'GET /full: the body.tags is ["a","b","c"], but maxItems is 2',
      ],
    )
  })
})

onDialect('postgres', 'checkContract', (open) => {
  it('puts back records whose key only the database may choose', async () => {
    const shared = [
      del(
        '/authors/{author}',
        handler({ author: Author })
          .answers({ 204: null })
          .run(async ({ author }) => {
            await author.delete()
            return null
          }),
      ),
      del(
        '/books/{book}',
        handler({ book: Book })
          .answers({ 204: null })
          .run(async ({ book }) => {
            await book.update({ title: 'Out of print' })
            return null
          }),
      ),
    ]
    const own = application({
      root: dirname(apiFile),
      models: { Author, Book },
      routes: routes([group('/v1', shared), group('/v2', shared)]),
    })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })
    const other = await Author.create({ name: 'Jane' })
    await Book.create({ title: 'Emma', author_id: other.id })
    for (const table of ['authors', 'books']) {
      const statement = `alter table ${table} alter column id set generated always`
      await currentDatabase().execute({ sql: statement, parameters: [] })
    }

    const findings = await app.checkContract()

    assert.deepEqual(findings, [])
  })
})
