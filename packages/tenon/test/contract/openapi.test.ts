import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { validate } from '@readme/openapi-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { application, del, get, handler, provided, query, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'
import { startBinary } from '../faults/start-binary.ts'
import { api as shop } from '../../fixtures/shop/routes.ts'
import { accountsFile, apiFile, runApi, startApi } from './start-api.ts'

class ErrorModel extends Model('errors', { id: c.id(), code: c.text() }) {}
Object.defineProperty(ErrorModel, 'name', { value: 'Error' })

const nothing = handler({})
  .answers({ 204: null })
  .run(() => null)

function notCalled(): never {
  throw new Error('This test sends no request')
}

const text = await runApi(['openapi'])
const document = JSON.parse(text)
const accounts = await runApi(['openapi'], {}, accountsFile)
/** Summaries are what the authors of an application write. */
const rules = { 'operation-summary': 'off' } as const
const redocly = await createConfig({ extends: ['recommended'], rules })

describe('the OpenAPI document', () => {
  it('names the fields of a query as the server reads them, also those of named and nullable lists and objects', () => {
    const Tags = z.array(z.string()).meta({ id: 'Tags' })
    const Filter = z.object({ state: z.string() }).meta({ id: 'Filter' })
    const fields = z.object({
      tags: Tags,
      either: z.array(z.string()).nullable(),
      numbers: z.union([z.array(z.string()), z.array(z.string().max(3))]),
      filter: Filter.nullable(),
      page: z.string().nullable(),
    })
    const listed = handler({ query: query(fields) })
      .answers({ 204: null })
      .run(() => null)

    const { document } = writeOpenApi(routes([get('/books', listed)]), { title: 'a', version: '1' })

    const { parameters } = Object(document['paths'])['/books'].get
    assert.deepEqual(
      Object(parameters).map((each: object) => Object.values(each).slice(0, 4).map(String)),
      [
        ['tags[]', 'query', 'true', '[object Object]'],
        ['either[]', 'query', 'true', '[object Object]'],
        ['numbers[]', 'query', 'true', '[object Object]'],
        ['filter', 'query', 'true', 'deepObject'],
        ['page', 'query', 'true', '[object Object]'],
      ],
    )
  })

  it('has one path for routes whose parameters have other names', () => {
    const { document } = writeOpenApi(
      routes([
        get('/books/{id}/pages/{page}', nothing),
        del('/books/{book}/pages/{id}', nothing),
        get('/books/{name*}', nothing),
      ]),
      { title: 'Books', version: '1' },
    )

    const paths = Object(document['paths'])
    assert.deepEqual(Object.keys(paths), ['/books/{id}/pages/{page}', '/books/{name}'])
    const { parameters } = paths['/books/{id}/pages/{page}'].delete
    assert.deepEqual(
      Object(parameters).map(({ name }: { readonly name: string }) => name),
      ['id', 'page'],
    )
  })

  for (const [name, written] of [
    ['the library', text],
    ['the example with accounts', accounts],
    ['the shop', JSON.stringify(writeOpenApi(shop, { title: 'Shop', version: '1' }).document)],
  ] as const) {
    it(`is valid for four validators by others: ${name}`, async () => {
      const [one, other] = [
        await new Validator().validate(JSON.parse(written)),
        await validate(JSON.parse(written)),
      ]

      assert.deepEqual([one.valid, one.errors], [true, undefined])
      assert.equal(other.valid, true)
      // Without servers, a document is about where it was loaded from; Redocly wants to be told.
      const servers = [{ url: 'https://example.com' }]
      const source = JSON.stringify({ ...JSON.parse(written), servers })
      const linted = await lintFromString({ source, config: redocly })
      assert.deepEqual(
        linted.filter(({ severity }) => severity === 'error'),
        [],
      )
      await assert.doesNotReject(SwaggerParser.validate(JSON.parse(written)))
    })
  }

  it('has the API of the example with accounts, which takes tokens, and none of its pages', () => {
    const { paths, components } = JSON.parse(accounts)
    const { '/api/me': me, '/api/token': token } = paths

    assert.deepEqual(Object.keys(paths).toSorted(), ['/api/me', '/api/token'])
    assert.deepEqual(Object.keys(me), ['get', 'patch'])
    const operations = [me.get, me.patch, token.get]
    assert.deepEqual(
      operations.map(({ security }) => security),
      operations.map(() => [{ bearer: [] }]),
    )
    assert.deepEqual(
      Object.keys(me.patch.responses).join(' '),
      '200 400 401 403 409 413 415 422 429 503',
    )
    assert.equal('password' in components.schemas.User.properties, false)
  })

  it('describes the routes that declare their responses, and no others', () => {
    const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )

    assert.deepEqual(operations, [
      'get /authors',
      'get /books',
      'post /books',
      'get /books/{book}',
      'patch /books/{book}',
      'delete /books/{book}',
      'post /books/{book}/order',
      'post /books/{book}/cover',
      'get /shelf',
      'post /shelf/{book}',
      'delete /shelf/{book}',
      'post /shelf/{book}/back',
      'get /traces/{id}',
    ])
  })

  it('derives the statuses of a route from its parts', () => {
    const statuses = (path: string, method: string) =>
      Object.keys(document.paths[path][method].responses).join(' ')

    assert.equal(statuses('/authors', 'get'), '200 503')
    assert.equal(statuses('/books', 'get'), '200 400 422 503')
    assert.equal(statuses('/books', 'post'), '201 400 403 409 413 415 422 429 503')
    assert.equal(statuses('/books/{book}', 'get'), '200 400 404 503')
    assert.equal(statuses('/books/{book}', 'delete'), '204 400 403 404 409 413 503')
    assert.equal(statuses('/books/{book}/order', 'post'), '200 202 400 403 404 409 413 503')
    assert.equal(statuses('/traces/{id}', 'get'), '200 400 503')
    assert.equal(statuses('/shelf', 'get'), '200 401 503')
  })

  it('says how routes identify the user, as their middleware declares it', () => {
    const { security } = document.paths['/shelf'].get

    assert.deepEqual(security, [{ bearer: [] }])
    assert.deepEqual(document.components.securitySchemes, {
      bearer: { type: 'http', scheme: 'bearer' },
    })
    assert.deepEqual(document.paths['/books'].get.security, [])
  })

  it('names the session of accounts, and warns about a login that does not say by what', () => {
    const user = provided<{ user: string }>('user', { identifies: true })
    const login = user.middleware((_request, next) => next('Ada'))
    const nothing = handler({})
      .answers({ 204: null })
      .run(() => null)
    const known = Object.assign(
      user.middleware((_request, next) => next('Ada')),
      { credentials: 'session' } as const,
    )
    const list = routes([
      get('/known', nothing).middleware(known),
      get('/unknown', nothing).middleware(login),
    ])

    const { document: written, problems } = writeOpenApi(list, { title: 'T', version: '1' })

    assert.partialDeepStrictEqual(written, {
      paths: { '/known': { get: { security: [{ session: [] }], responses: { 401: {} } } } },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
      },
    })
    assert.deepEqual(problems.length, 1)
    assert.match(
      problems[0] ?? '',
      /^GET \/unknown: its login does not declare how it identifies the user/,
    )
    const { paths } = JSON.parse(JSON.stringify(written))
    assert.equal(paths['/unknown'].get.security, undefined)
  })

  it('describes every status that a middleware refuses with, and has no reference to nothing', async () => {
    const paid = Object.assign((_request: unknown, next: () => unknown) => next(), {
      refuses: [402],
    })
    const list = routes([get('/paid', nothing).middleware(paid)])

    const { document: written } = writeOpenApi(list, { title: 'T', version: '1' })

    assert.partialDeepStrictEqual(written, {
      components: { responses: { 402: { description: 'The request was refused.' } } },
    })
    assert.equal((await validate(JSON.parse(JSON.stringify(written)))).valid, true)
  })

  it('has no operation id twice, also for paths that differ only in punctuation', () => {
    const list = routes([
      get('/a-b', nothing),
      get('/a/b', nothing),
      get('/c', nothing).name('getD'),
      get('/d', nothing),
    ])

    const { document: written } = writeOpenApi(list, { title: 'T', version: '1' })

    const ids = [...JSON.stringify(written).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, ['getAB', 'getAB2', 'getD', 'getD2'])
  })

  it('keeps the schema of a model that has the name of an error', () => {
    const list = routes([get('/error', handler({}).answers(ErrorModel).run(notCalled))])

    const { document: written } = writeOpenApi(list, { title: 'T', version: '1' })

    assert.partialDeepStrictEqual(written, {
      components: {
        schemas: { Error: { properties: { code: {} } }, Error2: { required: ['message'] } },
        responses: {
          503: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error2' } } },
          },
        },
      },
    })
  })

  it('states JSON for errors, which a client gets that does not ask for HTML', async () => {
    using folder = temporaryFolder()
    using app = await startApi(`sqlite:${join(folder.path, 'books.sqlite')}`)
    const ask = async (headers: Readonly<Record<string, string>>, book = '404') => {
      const answer = await fetch(`${app.url}/books/${book}`, { headers })
      return [answer.status, answer.headers.get('content-type')?.split(';', 1)[0]]
    }

    assert.deepEqual(await ask({}), [404, 'application/json'])
    assert.deepEqual(await ask({ accept: 'text/html' }), [404, 'text/html'])
    assert.deepEqual(await ask({}, '%zz'), [400, 'application/json'])
  })

  it('refuses to boot with the example of a body that the route does not take', async () => {
    const example = { title: 'Emma' }
    const page = query(z.object({ page: z.string() }))
    const handlers = { nothing: () => '', 'a query': handler({ page }).run(() => '') }
    for (const [bound, handle] of Object.entries(handlers)) {
      const list = routes([get('/books', handle).describe('Lists books', { example })])
      const books = application({ root: import.meta.dirname, routes: list })

      const refusal = {
        code: 'E_EXAMPLE',
        message:
          /^GET \/books \(.*openapi\.test\.ts:\d+:\d+\) shows the example of a body, but its handler binds none\. Bind it with body\(schema\), or remove the example\.$/,
      }
      await assert.rejects(testApp({ application: books }), refusal, bound)
    }
  })

  it('has the summaries and examples of routes, and what tools say of themselves', () => {
    const { get: index, post: store } = document.paths['/books']

    assert.equal(store.summary, 'Adds a book')
    assert.deepEqual(store.requestBody.content['application/json'].example, {
      title: 'Emma',
      author_id: 1,
    })
    assert.equal(index.summary, 'List books, two per page')
  })

  it('writes columns as clients receive them, without the hidden ones', () => {
    const { Author, Book } = document.components.schemas

    assert.deepEqual(Object.keys(Author.properties), ['id', 'name'])
    assert.deepEqual(Book.properties.copies, {
      type: 'string',
      pattern: '^(?:0|-?[1-9][0-9]{0,18})$',
    })
    assert.match('0.50', new RegExp(Book.properties.price.pattern))
    assert.deepEqual(Book.properties.released_on, { type: ['string', 'null'], format: 'date' })
    assert.deepEqual(Book.properties.read_at.type, ['string', 'null'])
    assert.match('09:30:00', new RegExp(Book.properties.read_at.pattern))
    assert.doesNotMatch('09:30', new RegExp(Book.properties.read_at.pattern))
    assert.deepEqual(Book.properties.state, { type: 'string', enum: ['draft', 'published'] })
    assert.deepEqual(Book.properties.tags, { type: 'array', items: { type: 'string' } })
    assert.deepEqual(Book.required, Object.keys(Book.properties))
  })

  it('is printed, with what it cannot say on standard error, and compared with a file', async () => {
    using folder = temporaryFolder()
    const [same, other] = [join(folder.path, 'same.json'), join(folder.path, 'other.json')]
    writeFileSync(same, text)
    writeFileSync(other, text.replace('Books', 'Boots'))
    const without = join(folder.path, 'without.json')
    const { paths, ...parts } = JSON.parse(text)
    const { '/shelf': _, ...others } = paths
    writeFileSync(without, JSON.stringify({ ...parts, paths: others }, null, 2))
    const check = (file: string) =>
      startBinary({}, { file: apiFile, argv: ['openapi', '--check', file] }).ended

    const [kept, differs, lacks] = [await check(same), await check(other), await check(without)]
    const missing = await check(join(folder.path, 'missing.json'))

    assert.equal(kept.code, 0)
    assert.match(
      kept.stderr,
      /the body of POST \/books\/\{book\}\/cover: .* for "code" \(custom\)\. Each may be anything\./,
    )
    assert.deepEqual([differs.code, differs.stdout], [1, ''])
    assert.match(
      differs.stderr,
      /other\.json" differs from the routes: "info" is another one\. Write it again: node .*main\.\w+ openapi > /,
    )
    assert.match(lacks.stderr, /differs from the routes: GET \/shelf is missing in the file\. /)
    assert.deepEqual([missing.code, missing.stdout], [1, ''])
    assert.match(
      missing.stderr,
      /missing\.json" does not exist\. Write it: node .*main\.\w+ openapi > /,
    )
    assert.doesNotMatch(missing.stderr, /ENOENT/)
  })

  it(
    'is served, and understood by clients that others generate',
    { timeout: 240_000 },
    async () => {
      using folder = temporaryFolder()
      using app = await startApi(`sqlite:${join(folder.path, 'books.sqlite')}`)
      const served = await fetch(`${app.url}/openapi.json`)
      assert.deepEqual(await served.json(), document)

      writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }')
      writeFileSync(join(folder.path, 'openapi.json'), text)
      await run(
        folder.path,
        'npm',
        'install',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        ...packages,
      )
      await run(folder.path, 'npx', 'openapi-typescript', 'openapi.json', '-o', 'types.d.ts')
      await run(folder.path, 'npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'sdk')

      assert.deepEqual(await compileAndRun(folder.path, byTypes, app.url), {
        created: [201, 'Emma'],
        invalid: [422, 'Title is required'],
        missing: 404,
        listed: ['Emma by Jane'],
      })
      assert.deepEqual(await compileAndRun(folder.path, bySdk, app.url), {
        created: 'Persuasion',
        invalid: { message: 'The given data was invalid', errors: { title: 'Title is required' } },
      })
    },
  )
})

const packages = [
  '@hey-api/openapi-ts@0.95.0',
  '@types/node@24',
  'esbuild@0.25',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'typescript@5.9.3',
]

/** Written against the types of openapi-typescript, with its client. */
const byTypes = `import createClient from 'openapi-fetch'
import type { paths } from './types.d.ts'

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
const { data, response } = await client.POST('/books', { body: { title: 'Emma', author_id: 1 } })
const invalid = await client.POST('/books', { body: { title: '', author_id: 1 } })
const missing = await client.GET('/books/{book}', { params: { path: { book: 999 } } })
const listed = await client.GET('/books', { params: { query: { filter: { state: 'draft' } } } })
const title: string | undefined = data?.title
// @ts-expect-error -- hidden columns are not in the document
data?.secret
console.log(JSON.stringify({
  created: [response.status, title],
  invalid: [invalid.response.status, invalid.error && 'errors' in invalid.error ? invalid.error.errors['title'] : undefined],
  missing: missing.response.status,
  listed: listed.data?.data.map((book) => \`\${book.title} by \${book.author.name}\`),
}))
`

/** Written against the functions of a generated client. */
const bySdk = `import { booksStore } from './sdk/index'
import { client } from './sdk/client.gen'

client.setConfig({ baseUrl: process.argv[2] ?? '' })
const created = await booksStore({ body: { title: 'Persuasion', author_id: 1 } })
const invalid = await booksStore({ body: { title: '', author_id: 1 } })
const title: string | undefined = created.data?.title
// @ts-expect-error -- a field is missing
void (() => booksStore({ body: { title: 'Emma' } }))
console.log(JSON.stringify({ created: title, invalid: invalid.error }))
`

async function compileAndRun(folder: string, program: string, url: string): Promise<unknown> {
  writeFileSync(join(folder, 'program.ts'), program)
  await run(folder, 'npx', 'tsc', ...compilerOptions, 'program.ts')
  await run(
    folder,
    'npx',
    'esbuild',
    'program.ts',
    '--bundle',
    '--format=esm',
    '--platform=node',
    '--outfile=program.js',
  )
  return JSON.parse(await run(folder, process.execPath, 'program.js', url))
}

const compilerOptions = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--module',
  'preserve',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom',
  '--types',
  'node',
  '--allowImportingTsExtensions',
]

async function run(folder: string, command: string, ...argv: string[]): Promise<string> {
  return (await promisify(execFile)(command, argv, { cwd: folder })).stdout
}

function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tenon-openapi-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
