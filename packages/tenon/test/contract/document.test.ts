import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import {
  application,
  param,
  body,
  group,
  handler,
  post,
  query,
  get,
  routes,
  json,
  UploadedFile,
  type OpenApiOptions,
  type RouteItem,
  type RouteList,
} from 'tenon'
import { type RouteEntry } from 'tenon/types'
import { answer } from 'tenon/answers'
import { deprecated, header } from 'tenon/contract'
import { c, Model } from 'tenon/models'
import { HttpError } from 'tenon/errors'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { pick, seeded, type Random } from './random.ts'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'

/** Writes the document of some routes, which two validators by others accept. */
async function write(...items: readonly RouteItem[]) {
  const { document, problems } = writeOpenApi(routes(items as []), { title: 'T', version: '1' })
  const plain = JSON.parse(JSON.stringify(document))
  const one = await new Validator().validate(structuredClone(plain))
  assert.deepEqual([one.errors, (await validate(structuredClone(plain))).valid], [undefined, true])
  return { ...plain, problems }
}

const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
const Anything = z.looseObject({})
const taking = <Schema extends z.ZodType>(schema: Schema) =>
  handler({ form: body(schema) })
    .answers(Anything)
    .run(() => ({}))

describe('the body of an operation', () => {
  it('has one type: JSON, or a form if there are files in it', async () => {
    const Photo = z.object({
      photo: z.instanceof(UploadedFile).refine(({ sizeBytes }) => sizeBytes < 10),
      cover: z.instanceof(UploadedFile).nullable(),
      pages: z.array(z.instanceof(UploadedFile)).optional(),
      owner: z.object({ name: z.string(), badge: z.instanceof(UploadedFile) }),
      tags: z.array(z.string()),
      place: z.object({ at: z.number() }),
      shown: z.boolean(),
    })

    const { paths, problems } = await write(
      post('/plain', taking(z.object({ shown: z.boolean() }))),
      post('/photo', taking(Photo)),
    )

    assert.deepEqual(Object.keys(paths['/plain'].post.requestBody.content), ['application/json'])
    assert.deepEqual(paths['/photo'].post.requestBody, {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              photo: file,
              cover: { anyOf: [file, { type: 'null' }] },
              'pages[]': { type: 'array', items: file },
              'owner[name]': { type: 'string' },
              'owner[badge]': file,
              'tags[]': { type: 'array', items: { type: 'string' } },
              place: { type: 'object', properties: { at: { type: 'number' } }, required: ['at'] },
              shown: { type: 'boolean' },
            },
            required: ['photo', 'cover', 'owner[name]', 'owner[badge]', 'tags[]', 'place', 'shown'],
          },
        },
      },
    })
    assert.deepEqual(problems, [])
  })

  it('says which fields it cannot describe', async () => {
    const Rows = z.object({ rows: z.array(z.object({ scan: z.instanceof(UploadedFile) })) })

    const { problems } = await write(
      post('/events', taking(z.object({ days: z.array(z.object({ at: z.date() })) }))),
      post('/rows', taking(Rows)),
    )

    assert.deepEqual(problems, [
      'the body of POST /events: there is no JSON Schema for "days.*.at" (date). Each may be anything.',
      'the body of POST /rows: "rows" is a list or a record with files inside, for which OpenAPI has no form, so it is left out.',
    ])
  })

  it('is required unless it may be missing', async () => {
    const { paths } = await write(
      post('/list', taking(z.array(z.string()))),
      post('/optional', taking(z.object({ name: z.string().optional() }))),
      post('/named', taking(z.object({ name: z.string() }).meta({ id: 'Named' }))),
      post('/either', taking(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))),
    )

    const isRequired = (path: string) => paths[path].post.requestBody.required
    assert.deepEqual(['/list', '/optional', '/named', '/either'].map(isRequired), [
      true,
      false,
      true,
      true,
    ])
  })
})

describe('a schema with an id', () => {
  it('keeps it as its name, with a number if another schema has it', async () => {
    const Address = z.object({ city: z.string() }).meta({ id: 'Address' })
    const Other = z.object({ street: z.string() }).meta({ id: 'Address' })
    const Tree = z
      .object({ name: z.string(), get trees() { return z.array(Tree) } })
      .meta({ id: 'Tree' }) // oxfmt-ignore
    const Search = query(z.object({ city: z.string() }).meta({ id: 'Search' }))
    const list = [
      post('/one', taking(z.object({ home: Address, work: Address }))),
      post('/two', taking(z.object({ other: Other }))),
      post('/tree', taking(Tree)),
      get('/search', handler({ search: Search }).answers(Anything).run(() => ({}))), // oxfmt-ignore
    ]

    const { components, paths } = await write(...list)

    assert.deepEqual(Object.keys(components.schemas).toSorted(), [
      'Address',
      'Address2',
      'Error',
      'Tree',
      'ValidationError',
    ])
    assert.ok(components.schemas.Address2.properties.street)
    assert.deepEqual(components.schemas.Tree.properties.trees, {
      type: 'array',
      items: { $ref: '#/components/schemas/Tree' },
    })
    assert.partialDeepStrictEqual(paths['/search'].get.parameters, [
      { name: 'city', in: 'query', required: true },
    ])
  })
})

describe('a form of a body with files', () => {
  it('is read by the types of its fields, and as before without files', async () => {
    const Fields = z.object({
      count: z.number(),
      whole: z.int(),
      shown: z.boolean(),
      hidden: z.boolean(),
      none: z.number().nullable(),
      due: z.iso.date().nullable(),
      either: z.union([z.string(), z.number()]),
      text: z.string(),
      tags: z.array(z.number()),
      place: z.object({ at: z.number() }),
      nested: z.object({ on: z.boolean() }),
      same: z.record(z.string(), z.number()),
      coerced: z.coerce.number(),
      flag: z.stringbool(),
    })
    const web = routes([
      post(
        '/files',
        withoutFile(
          Fields.extend({
            file: z.instanceof(UploadedFile),
            other: z.instanceof(UploadedFile).nullish(),
          }),
        ),
      ),
      post('/maybe', withoutFile(Fields.extend({ file: z.instanceof(UploadedFile).optional() }))),
      post('/plain', withoutFile(Fields)),
    ])
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web }),
    })
    const texts: ReadonlyArray<readonly [string, string]> = [
      ['count', '-1.5e3'],
      ['whole', '7'],
      ['shown', 'true'],
      ['hidden', '0'],
      ['none', ''],
      ['due', ''],
      ['either', '1'],
      ['text', '2'],
      ['tags[]', '3'],
      ['tags[]', '4'],
      ['place', '{"at":5}'],
      ['nested[on]', 'on'],
      ['same[x]', '6'],
      ['coerced', '8'],
      ['flag', 'yes'],
    ]
    const form = new FormData()
    for (const [name, text] of texts) form.append(name, text)
    form.set('file', new File(['x'], 'x.txt'))
    form.set('other', '')
    const read = {
      count: -1500,
      whole: 7,
      shown: true,
      hidden: false,
      none: null,
      due: null,
      either: '1',
      text: '2',
      tags: [3, 4],
      place: { at: 5 },
      nested: { on: true },
      same: { x: 6 },
      coerced: 8,
      flag: true,
    }

    const client = app.as('json')
    const files = await client.send('POST', '/files', { body: form })
    const encoded = await client.send('POST', '/maybe', {
      body: new URLSearchParams(
        texts.map(([name, text]): [string, string] => [name, text]),
      ).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    // As `<Form>` sends what was typed, as long as no file is chosen.
    const chosen = await client.post('/maybe', {
      ...Object.fromEntries(texts.filter(([name]) => !name.includes('['))),
      tags: ['3', '4'],
      nested: { on: 'on' },
      same: { x: '6' },
    })
    const typed = await client.post('/maybe', { ...read, flag: 'yes' })
    const plain = await client.send('POST', '/plain', { body: form })
    form.set('count', 'many')
    form.set('place', '{')
    const broken = await client.send('POST', '/files', { body: form })
    form.set('place', '{"at":{}}')
    const wrong = await client.send('POST', '/files', { body: form })

    assert.deepEqual([files.status, files.json()], [200, { ...read, other: null }])
    assert.deepEqual([encoded.status, encoded.json()], [200, read])
    assert.deepEqual([chosen.status, chosen.json()], [200, read])
    assert.deepEqual([typed.status, typed.json()], [200, read])
    assert.equal(plain.status, 422)
    assert.equal(broken.status, 400)
    assert.deepEqual(Object.keys(toErrors(wrong.json())), ['count', 'place.at'])
  })
})

/** Answers with everything but the file. */
function withoutFile(schema: z.ZodType<object>) {
  return handler({ form: body(schema) }).run(({ form }) => ({ ...form, file: undefined }))
}

function toErrors(answer: unknown): object {
  return z.object({ errors: z.object({}).loose() }).parse(answer).errors
}

describe('the headers of an operation', () => {
  const Thing = z.object({ key: z.string().nullable() })
  const stored = handler({ key: header('Idempotency-Key'), match: header('If-Match') })
    .answers({ 201: Thing })
    .run(({ key = null, match }) => {
      if (match === '"old"') throw new HttpError(412, 'It has changed')
      return answer(201, { key }).header('location', '/things/1').header('etag', '"1"')
    })
  const web = routes([
    group('/api/v1', [
      post('/things', stored),
      get('/things', handler({}).answers(Thing).run(() => ({ key: null }))), // oxfmt-ignore
    ]).middleware(deprecated({ since: '2026-12-01', sunset: '2027-06-30T12:00:00+02:00' })),
  ])

  it('are those that the handler binds, and those that answers may have', async () => {
    const { document } = writeOpenApi(web, { title: 'T', version: '1' })

    const plain = JSON.parse(JSON.stringify(document))
    const { paths, components } = structuredClone(plain)
    const { post: store, get: show } = paths['/api/v1/things']
    const namesOf = (response: { headers?: object }) => Object.keys(response.headers ?? {})
    assert.partialDeepStrictEqual(store.parameters, [
      { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
      { name: 'If-Match', in: 'header' },
    ])
    assert.deepEqual(namesOf(store.responses['201']), ['ETag', 'Location', 'Deprecation', 'Sunset'])
    assert.deepEqual(namesOf(show.responses['200']), ['Deprecation', 'Sunset'])
    assert.ok(store.responses['412'])
    assert.equal(show.responses['412'], undefined)
    assert.deepEqual(namesOf(components.responses['503']), ['Retry-After'])
    assert.deepEqual([store.deprecated, show.tags], [true, ['things']])
    assert.equal((await validate(plain)).valid, true)
    assert.deepEqual(
      web.routes[0]?.middlewares.map(({ name }) => name),
      ['deprecated(2026-12-01 until 2027-06-30T12:00:00+02:00)'],
    )
  })

  it('are read, and sent with every answer of a deprecated route, refusals too', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web }),
    })
    const client = app.as('json')
    const send = (headers: Readonly<Record<string, string>>) =>
      client.send('POST', '/api/v1/things', { headers })

    const [made, refused] = [
      await send({ 'idempotency-key': 'one' }),
      await send({ 'if-match': '"old"' }),
    ]
    const findings = await app.checkContract()

    assert.deepEqual([made.status, made.json()], [201, { key: 'one' }])
    assert.equal(refused.status, 412)
    const lifecycle = ['@1796083200', 'Wed, 30 Jun 2027 10:00:00 GMT']
    assert.deepEqual(
      [made, refused].map(({ headers }) => [headers.get('deprecation'), headers.get('sunset')]),
      [lifecycle, lifecycle],
    )
    assert.deepEqual(findings, [])
  })

  it('has no deprecation with dates that are not valid or not in order', () => {
    for (const dates of [{ since: 'soon' }, { since: '2026-12-01', sunset: '2026-11-30' }]) {
      assert.throws(() => deprecated(dates), {
        code: 'E_DEPRECATED',
        message: /^deprecated\(\{ since: .* \}\) at .*document\.test\.ts:\d+:\d+ needs dates/,
      })
    }
  })
})

describe('keys and columns', () => {
  class Thing extends Model('things', {
    code: c.stringId(),
    name: c.text({ max: 120 }),
    level: c.integer({ min: 1, max: 5 }),
    share: c.decimal(2, 2),
    count: c.decimal(6, 0).nullable(),
    total: c.bigint(),
  }) {}
  const find = () => Thing.findOrFail('a')

  it('say what is enforced', async () => {
    const { paths, components } = await write(
      get('/things/{thing}', handler({ thing: Thing }).answers(Thing).run(find)),
      get(
        '/names/{name}/{big}/{small}/{rest*}',
        handler({ name: param.string, big: param.bigint, small: param.integer })
          .answers(Thing)
          .run(find),
      ),
    )

    const text = { type: 'string', minLength: 1, pattern: String.raw`^[^\u0000]+$` }
    const int64 = '^(?:0|-?[1-9][0-9]{0,18})$'
    const parametersOf = (path: string) =>
      paths[path].get.parameters.map(({ schema }: { schema: object }) => schema)
    assert.deepEqual(parametersOf('/things/{thing}'), [{ ...text, maxLength: 255 }])
    assert.deepEqual(parametersOf('/names/{name}/{big}/{small}/{rest}'), [
      text,
      { type: 'string', pattern: int64 },
      { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
      text,
    ])
    assert.partialDeepStrictEqual(components.schemas.Thing.properties, {
      name: { type: 'string', maxLength: 120 },
      level: { type: 'integer', minimum: 1, maximum: 5 },
      share: { pattern: String.raw`^-?0\.\d{2}$` },
      count: { type: ['string', 'null'], pattern: String.raw`^-?(?:0|[1-9]\d{0,5})$` },
      total: { pattern: int64 },
    })
    for (const key of ['06', '-0', '']) assert.doesNotMatch(key, new RegExp(int64), key)
    const rest = paths['/names/{name}/{big}/{small}/{rest}'].get.parameters.at(-1)
    assert.match(rest.description, /Encode each by itself: `%2F` is not accepted/)
  })
})

describe('the tag of an operation', () => {
  it('is what the route says, or the first segment that tells paths of an API apart', async () => {
    const nothing = handler({})
      .answers({ 204: null })
      .run(() => null)

    const { paths } = await write(
      group('/api', [
        group('/v2', [get('/books', nothing), get('/books/{id}/cover', nothing)]),
        get('/v10.1/pens', nothing),
        get('/vases', nothing).describe('Lists vases', { tag: 'Things' }),
      ]),
      get('/api', nothing),
      get('/{any}', nothing),
    )

    assert.deepEqual(
      Object.values<{ get: { tags?: unknown } }>(paths).map(({ get: { tags } }) => tags),
      [['books'], ['books'], ['pens'], ['Things'], ['api'], undefined],
    )
  })
})

describe('errors in the format of the application', () => {
  const Problem = z.object({ title: z.string(), status: z.int() })
  const type = 'application/problem+json'
  const web = routes([
    post('/things', taking(z.object({ name: z.string() }))).describe('Adds', {
      example: { name: 'A' },
    }),
  ])
  const start = (openapi: OpenApiOptions, title: unknown) =>
    testApp({
      application: application({
        root: import.meta.dirname,
        routes: web,
        renderError: (_request, { status }) => json({ title, status }).header('content-type', type),
        openapi,
      }),
    })

  it('are documented and compared with their schema', async () => {
    const openapi = { title: 'T', version: '1', errors: { schema: Problem, type } }
    const check = async (title: unknown) => {
      await using app = await start(openapi, title)
      const { components } = z.any().parse((await app.get('/openapi.json')).json())
      return { components, findings: await app.checkContract() }
    }

    const { components, findings } = await check('Sorry')
    const { findings: wrong } = await check(7)

    assert.deepEqual(components.responses['422'].content, {
      [type]: {
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            status: {
              type: 'integer',
              minimum: Number.MIN_SAFE_INTEGER,
              maximum: Number.MAX_SAFE_INTEGER,
            },
          },
          required: ['title', 'status'],
        },
      },
    })
    assert.deepEqual(Object.keys(components.schemas), [])
    assert.deepEqual(findings, [])
    assert.match(wrong.join('\n'), /without name\): 422 is not as documented: the body\.title/)
  })

  it('may be any JSON if their schema is not stated, and then the command says so', async () => {
    const hasOwnErrors = true

    const { document, problems } = writeOpenApi(web, { title: 'T', version: '1', hasOwnErrors })

    assert.partialDeepStrictEqual(document, {
      components: {
        schemas: {},
        responses: { 422: { content: { 'application/json': { schema: {} } } } },
      },
    })
    assert.deepEqual(problems, [
      'errors: renderError() writes them, so they may be any JSON. Declare their schema: openapi: { errors: { schema } }.',
    ])
  })

  it('does not boot with a schema for errors that nothing writes, or a route that is shadowed', async () => {
    const start = (list: RouteList<RouteEntry>, openapi: Partial<OpenApiOptions>) =>
      testApp({
        application: application({
          root: import.meta.dirname,
          routes: list,
          openapi: { title: 'T', version: '1', ...openapi },
        }),
      })
    const own = (path: '/openapi.json' | '/mcp') =>
      routes([get(path, () => 'own'), post('/things', taking(Problem)).name('add').tool('Adds')])

    await assert.rejects(start(web, { errors: { schema: Problem } }), { code: 'E_OPENAPI' })
    await assert.rejects(start(own('/openapi.json'), {}), {
      code: 'E_ROUTE_TAKEN',
      message:
        /^The route GET \/openapi\.json \(.*:\d+:\d+\) is at the path of the OpenAPI document\. Set openapi: \{ path \}, or move the route\.$/,
    })
    await assert.rejects(start(own('/mcp'), {}), { code: 'E_ROUTE_TAKEN' })
    await using moved = await start(own('/openapi.json'), { path: '/api.json' })
    assert.equal((await moved.get('/openapi.json')).text, 'own')
  })
})

describe('the document of any routes', () => {
  it('is valid for two validators by others', async (t) => {
    const seed = Number(process.env['SEED'] ?? 20261123)
    const random = seeded(seed)
    t.diagnostic(`seed ${seed}`)

    for (let i = 0; i < 2; i++) {
      const list = Array.from({ length: 30 }, (_, number) => toRandomRoute(number, random))
      const { paths } = await write(...list)

      assert.equal(Object.keys(paths).length, list.length, `document ${i}`)
    }
  })
})

function toRandomRoute(number: number, random: Random): RouteItem {
  const path = pick([`/r${number}`, `/api/v1/r${number}`, `/{rest*}`], random)
  const Sent = z.object({ a: toRandomSchema(3, random), b: toRandomSchema(3, random) })
  const stated = pick(
    [{ 200: Answered(random), 202: null }, { 201: Answered(random), 302: null }, { 304: null }],
    random,
  )
  const form = body(pick<z.ZodType>([Sent, z.array(Sent), z.union([Sent, Anything])], random))
  const handle = handler({ form, key: header(pick(['If-Match', 'If-None-Match', 'X'], random)) })
    .answers(stated as { 200: z.ZodType })
    .run(() => ({}))
  const route = post(path === '/{rest*}' ? `/r${number}/{rest*}` : path, handle)
  return random() < 0.3 ? route.middleware(deprecated({ since: '2026-01-01' })) : route
}

function Answered(random: Random): z.ZodType {
  return z.object({ value: toRandomSchema(2, random) })
}

/** A schema with schemas in it, `depth` levels down, some of which have no JSON Schema. */
function toRandomSchema(depth: number, random: Random): z.ZodType {
  const leaves = [
    () => z.string().min(1),
    () => z.int(),
    () => z.boolean().default(true),
    () => z.date(),
    () => z.bigint().nullable(),
    () => z.enum(['a', 'b']).nullable(),
    () => z.instanceof(UploadedFile).optional(),
    () => z.object({ city: z.string() }).meta({ id: pick(['City', 'Town hall', 'a/b'], random) }),
    () => z.iso.datetime().nullish(),
  ]
  const inner = () => toRandomSchema(depth - 1, random)
  const branches = [
    () => z.array(inner()),
    () => z.object({ a: inner(), 'b c': inner() }),
    () => z.record(z.string(), inner()),
    () => z.union([inner(), inner()]),
    () => z.intersection(z.object({ a: inner() }), z.object({ b: inner() })),
    () => z.tuple([inner(), inner()]),
    () => z.lazy(inner),
  ]
  return pick<() => z.ZodType>(depth === 0 ? leaves : branches, random)()
}
