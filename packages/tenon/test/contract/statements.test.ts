import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import {
  application,
  file,
  get,
  handler,
  html,
  noContent,
  post,
  put,
  redirect,
  routes,
  stream,
  param,
} from 'tenon'
import {
  answer,
  content,
  cursorPaginated,
  eventStream,
  list,
  ndjson,
  nullable,
} from 'tenon/answers'
import { HttpError } from 'tenon/errors'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'

const Item = z.object({ id: z.number() })
const items = [{ id: 1 }, { id: 2 }]

const web = routes([
  get(
    '/latest',
    handler({})
      .answers(nullable(Item))
      .run(() => null),
  ),
  get(
    '/kinds',
    handler({})
      .answers(list(nullable(z.literal('a'))))
      .run(() => ['a', null] as const),
  ),
  get(
    '/feed',
    handler({})
      .answers(cursorPaginated(Item))
      .run(() => ({ data: items, perPage: 2, previousCursor: null, nextCursor: 'x' })),
  ),
  post(
    '/clear',
    handler({})
      .answers({ 204: null })
      .run(() => noContent().header('x-cleared', 'yes')),
  ),
  post(
    '/go',
    handler({})
      .answers({ 303: null })
      .run(() => redirect('/feed').header('x-gone', 'yes')),
  ),
  get(
    '/moved',
    handler({})
      .answers({ 308: null })
      .run(() => redirect('/feed')),
  ),
  get(
    '/cached',
    handler({})
      .answers({ 200: Item, 304: null })
      .run((_input, request) =>
        request.header('if-none-match') === '"1"'
          ? answer(304, null).header('etag', '"1"')
          : answer(200, { id: 1 }).header('etag', '"1"'),
      ),
  ).name('cached'),
  put(
    '/changed',
    handler({})
      .answers({ 200: Item, 412: z.object({ message: z.string() }) })
      .run((_input, request) => {
        if (request.header('if-match') === '"0"') throw new HttpError(412, 'Changed since')
        return answer(200, { id: 1 })
      }),
  ).name('changed'),
  post(
    '/taken',
    handler({})
      .answers({ 200: Item, 409: z.object({ message: z.string(), rival: z.number() }) })
      .run((_input, request) =>
        request.header('if-match') === '"0"'
          ? answer(409, { message: 'Taken', rival: 2 })
          : answer(200, { id: 1 }),
      ),
  ).name('taken'),
  get(
    '/csv',
    handler({})
      .answers(content('text/csv'))
      .run(() => answer(200, 'id\r\n1').header('content-disposition', 'attachment')),
  ).name('csv'),
  get(
    '/bytes',
    handler({})
      .answers(content('application/pdf'))
      .run(() => new Uint8Array([0x25, 0xff])),
  ).name('bytes'),
  get(
    '/file',
    handler({})
      .answers(content('application/typescript'))
      .run(() => file(import.meta.filename)),
  ),
  get(
    '/stream',
    handler({})
      .answers(content('image/*'))
      .run(() => stream(pieces(), 'image/png')),
  ),
  get(
    '/html',
    handler({})
      .answers(content('text/html'))
      .run(() => html('<p>Hello</p>')),
  ),
  get(
    '/anything/:kind',
    handler({ kind: param.string })
      .answers(content('*/*'))
      .run(({ kind }) => (kind === 'x' ? 'text' : new Uint8Array([1]))),
  ),
  get(
    '/lines',
    handler({})
      .answers(ndjson(Item))
      .run(async function* () {
        yield* items
      }),
  ),
  get(
    '/events',
    handler({})
      .answers(eventStream(Item))
      .run(async function* (_input, { signal }) {
        yield* items
        await once(signal, 'abort')
      }),
  ),
])

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array([1, 2])
}

const { document, problems } = writeOpenApi(web, { title: 'T', version: '1' })

/** What the document says of the answer of a route with one success. */
function documented(path: string, method = 'get') {
  const { paths } = JSON.parse(JSON.stringify(document))
  const { responses } = paths[path][method]
  const [status = ''] = Object.keys(responses)
  return { status, ...responses[status] }
}

describe('each statement', () => {
  it('is described in a document that two validators by others accept', async () => {
    const written = JSON.stringify(document)
    const [one, other] = [
      await new Validator().validate(JSON.parse(written)),
      await validate(JSON.parse(written)),
    ]

    assert.deepEqual([one.valid, one.errors, other.valid], [true, undefined, true])
    assert.deepEqual(problems, [])
  })

  it('of an error is described although every unsafe method may answer it', () => {
    const { paths } = JSON.parse(JSON.stringify(document))

    const { '403': shared, '409': stated } = paths['/taken'].post.responses

    assert.deepEqual(shared, { $ref: '#/components/responses/403' })
    assert.deepEqual(stated.content['application/json'].schema.required, ['message', 'rival'])
  })

  it('is what a request is answered with', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web }),
    })

    const requests = {
      cached: [{ headers: { 'if-none-match': '"1"' } }],
      changed: [{ headers: { 'if-match': '"0"' } }],
      taken: [{ headers: { 'if-match': '"0"' } }],
    }
    const refused = await app.as('json').send('PUT', '/changed', { headers: { 'if-match': '"0"' } })
    const done = await app.post('/clear')
    const gone = await app.post('/go')
    const moved = await app.get('/moved')
    const csv = await app.get('/csv')
    const typescript = await app.get('/file')
    const anything = await app.get('/anything/x')

    assert.deepEqual(await app.checkContract({ requests }), [])
    assert.deepEqual([refused.status, refused.text], [412, '{"message":"Changed since"}'])
    assert.deepEqual([done.status, done.headers.get('x-cleared'), done.text], [204, 'yes', ''])
    assert.deepEqual([gone.status, gone.headers.get('x-gone')], [303, 'yes'])
    assert.equal(csv.text, 'id\r\n1')
    assert.equal(csv.headers.get('content-disposition'), 'attachment')
    assert.deepEqual(
      [csv, typescript, anything].map(({ headers }) => headers.get('content-type')),
      ['text/csv; charset=utf-8', 'application/typescript', 'text/plain; charset=utf-8'],
    )
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/feed'])
  })

  it('has to be what the function answers', async () => {
    const list = routes([
      get(
        '/csv',
        handler({})
          .answers(content('text/csv'))
          .run(() => 'id'),
      ).middleware(() => html('id')),
      post(
        '/go',
        handler({})
          .answers({ 303: null })
          .run(() => redirect('/feed')),
      ).middleware(() => noContent().status(303)),
    ])
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: list }),
    })

    assert.deepEqual(await app.checkContract(), [
      'GET /csv (as documented): 200 is text/html; charset=utf-8 instead of text/csv',
      'GET /csv (from another site): 200 is text/html; charset=utf-8 instead of text/csv',
      'POST /go (as documented): 303 has no Location',
    ])
  })
})

describe('the document', () => {
  const item = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }

  it('says that an answer may be null', () => {
    assert.partialDeepStrictEqual(documented('/latest'), {
      content: { 'application/json': { schema: { type: ['object', 'null'], required: ['id'] } } },
    })
    assert.partialDeepStrictEqual(documented('/kinds'), {
      content: {
        'application/json': {
          schema: { items: { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] } },
        },
      },
    })
  })

  it('says where redirects lead, and has no content of answers without a body', () => {
    const redirected = documented('/go', 'post')
    const { responses } = JSON.parse(JSON.stringify(document)).paths['/cached'].get

    assert.deepEqual([redirected.status, redirected.content], ['303', undefined])
    assert.equal(redirected.headers.Location.schema.format, 'uri-reference')
    assert.deepEqual(Object.keys(responses), ['200', '304', '503'])
    assert.deepEqual(Object.keys(responses['304']), ['description', 'headers'])
  })

  it('has the media types of content', () => {
    const contents = ['csv', 'bytes', 'stream', 'html', 'anything/{kind}'].map(
      (path) => documented(`/${path}`).content,
    )

    assert.deepEqual(contents, [
      { 'text/csv': { schema: { type: 'string' } } },
      { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      { 'image/*': { schema: { type: 'string', format: 'binary' } } },
      { 'text/html': { schema: { type: 'string' } } },
      { '*/*': {} },
    ])
  })

  it('has the schema of one item of a stream', () => {
    const [lines, events] = [documented('/lines'), documented('/events')]

    assert.deepEqual(lines.content, { 'application/x-ndjson': { schema: item } })
    assert.deepEqual(events.content, { 'text/event-stream': { schema: item } })
    assert.match(lines.description, /Each line is JSON of this schema/)
  })

  it('has pages at cursors', () => {
    const cursor = { type: ['string', 'null'] }
    assert.partialDeepStrictEqual(documented('/feed'), {
      content: {
        'application/json': {
          schema: {
            properties: {
              data: { type: 'array', items: item },
              perPage: { type: 'integer' },
              previousCursor: cursor,
              nextCursor: cursor,
            },
            required: ['data', 'perPage', 'previousCursor', 'nextCursor'],
          },
        },
      },
    })
  })
})
