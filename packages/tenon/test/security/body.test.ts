import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { z } from 'zod'
import { handler } from '../../src/web/binding/handler.ts'
import { body as bodyType } from '../../src/web/binding/validated-body.ts'
import { UploadedFile } from '../../src/web/body/uploaded-file.ts'
import { json } from '../../src/web/http/replies.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import type { Middleware } from '../../src/web/routing/handler.ts'
import { fallback, post, put } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { startApplication, type Sent } from './start-application.ts'

const application = {
  routes: routes([
    post('/input', async (request: HttpRequest) => json(await request.body.input())),
    post('/unread', () => json('unread')),
  ]),
}

const jsonType = { 'Content-Type': 'application/json', Accept: 'application/json' }
const formType = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }
const multipartType = {
  'Content-Type': 'multipart/form-data; boundary=XX',
  Accept: 'application/json',
}
const input = (headers: Record<string, string>, body: string): Sent => ({
  method: 'POST',
  path: '/input',
  headers,
  body,
})
const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, fileName: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${value}\r\n`
const end = '--XX--\r\n'
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const cases: readonly (readonly [what: string, status: number, sent: Sent])[] = [
  ['a JSON value', 200, input(jsonType, '{"a":[1]}')],
  ['64 levels', 200, input(jsonType, deep(64))],
  ['65 levels', 400, input(jsonType, deep(65))],
  ['500,000 levels', 400, input(jsonType, deep(500_000))],
  ['malformed JSON', 400, input(jsonType, '{"a":')],
  ['an empty JSON body', 400, input(jsonType, '')],
  ['a byte order mark', 400, input(jsonType, '\xef\xbb\xbf{}')],
  ['bytes that are not UTF-8', 400, input(jsonType, '"\xff"')],
  ['an overlong encoding', 400, input(jsonType, '"\xc0\xaf"')],
  ['a key __proto__', 400, input(jsonType, '{"__proto__":{"isAdmin":true}}')],
  ['an escaped key __proto__', 400, input(jsonType, '{"\\u005f_proto__":1}')],
  ['a key constructor', 200, input(jsonType, '{"constructor":{"prototype":{"isAdmin":true}}}')],
  ['50,000 values', 200, input(jsonType, `[${'1,'.repeat(49_999)}1]`)],
  ['50,001 values', 413, input(jsonType, `[${'1,'.repeat(50_000)}1]`)],
  ['half a million values', 413, input(jsonType, `[${'1,'.repeat(500_000)}1]`)],
  ['a mebibyte', 200, input(jsonType, `"${'a'.repeat(1_048_574)}"`)],
  ['a byte more', 413, input(jsonType, `"${'a'.repeat(1_048_575)}"`)],
  [
    'JSON of another character set',
    415,
    input({ 'Content-Type': 'application/json; charset=utf-16' }, '{}'),
  ],
  ['no media type', 415, input({}, '{}')],
  ['text', 415, input({ 'Content-Type': 'text/plain' }, '{}')],
  ['XML', 415, input({ 'Content-Type': 'application/xml' }, '<a/>')],
  ['a malformed media type', 415, input({ 'Content-Type': 'application/json/x' }, '{}')],
  ['a list of media types', 415, input({ 'Content-Type': 'application/json, text/plain' }, '{}')],
  ['a compressed body', 415, input({ ...jsonType, 'Content-Encoding': 'gzip' }, '{}')],
  ['an identity encoding', 415, input({ ...jsonType, 'Content-Encoding': 'identity' }, '{}')],
  ['a form', 200, input(formType, 'a[b]=1&c=')],
  ['a field twice', 400, input(formType, 'a=1&a=2')],
  ['a value that is also a group', 400, input(formType, 'a=1&a[b]=2')],
  ['a malformed escape', 400, input(formType, 'a=%zz')],
  ['an escape that is not UTF-8', 400, input(formType, 'a=%ff')],
  ['a field __proto__', 400, input(formType, '__proto__[isAdmin]=1')],
  ['a nested field __proto__', 400, input(formType, 'a[__proto__][isAdmin]=1')],
  ['a huge index', 200, input(formType, 'a[4294967295]=1')],
  ['1,000 fields', 200, input(formType, Array.from({ length: 1000 }, (_, i) => `f${i}`).join('&'))],
  ['1,001 fields', 413, input(formType, Array.from({ length: 1001 }, (_, i) => `f${i}`).join('&'))],
  ['1,000,000 fields', 413, input(formType, '&'.repeat(1_000_000))],
  ['a name of 100,000 levels', 400, input(formType, `a${'[b]'.repeat(100_000)}=1`)],
  ['a multipart form', 200, input(multipartType, field('a', '1') + end)],
  ['no boundary', 415, input({ 'Content-Type': 'multipart/form-data' }, field('a', '1') + end)],
  [
    'a boundary that is too long',
    415,
    input({ 'Content-Type': `multipart/form-data; boundary=${'X'.repeat(71)}` }, 'x'),
  ],
  ['a form without parts', 400, input(multipartType, 'x')],
  ['a form that ends early', 400, input(multipartType, field('a', '1'))],
  [
    'a part without a name',
    400,
    input(multipartType, '--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XX--\r\n'),
  ],
  ['a part __proto__', 400, input(multipartType, field('__proto__', '1') + end)],
  ['a part constructor', 200, input(multipartType, field('constructor', '1') + end)],
  ['a part toString', 200, input(multipartType, field('toString', '1') + end)],
  ['parts of the same name', 400, input(multipartType, field('a', '1') + field('a', '2') + end)],
  ['a part that is not UTF-8', 400, input(multipartType, field('a', '\xff') + end)],
  [
    '1,021 parts',
    413,
    input(multipartType, Array.from({ length: 1021 }, (_, i) => field(`f${i}`, '')).join('') + end),
  ],
  [
    '21 files',
    413,
    input(
      multipartType,
      Array.from({ length: 21 }, (_, i) => file(`f${i}`, 'a', 'x')).join('') + end,
    ),
  ],
  [
    'a part whose headers never end',
    413,
    input(multipartType, `--XX\r\nX: ${'a'.repeat(500_000)}`),
  ],
  [
    'a part whose headers are larger than their limit, although the name comes first',
    413,
    input(
      multipartType,
      `--XX\r\nContent-Disposition: form-data; name="a"\r\nX: ${'a'.repeat(4096)}\r\n\r\nb\r\n${end}`,
    ),
  ],
  ['a part with 10,000 headers', 413, input(multipartType, `--XX\r\n${'X: a\r\n'.repeat(10_000)}`)],
  [
    'a multipart body above its limit',
    413,
    input(multipartType, field('a', 'x'.repeat(1_048_576)) + end),
  ],
  [
    'a boundary that repeats itself',
    200,
    input({ 'Content-Type': 'multipart/form-data; boundary=----------' }, '-'.repeat(1_000_000)),
  ],
]

describe('a body read through web()', () => {
  const echo = async (request: HttpRequest) => json((await request.web().text()).length)
  const plain = { 'Content-Type': 'text/plain' }

  it('is refused at the limit, whether its length is declared or not', async () => {
    await using app = await startApplication({ routes: routes([post('/', echo)]) })
    const send = (sent: Sent) => app.send({ method: 'POST', ...sent })
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const chunked = (count: number) =>
      send({
        headers: { ...plain, 'Transfer-Encoding': 'chunked' },
        body: `${chunk.repeat(count)}0\r\n\r\n`,
      })

    assert.equal((await send({ headers: plain, body: 'a'.repeat(1_048_576) })).body, '1048576')
    assert.equal((await send({ headers: plain, body: 'a'.repeat(1_048_577) })).status, 413)
    assert.equal((await chunked(16)).body, '1048576')
    assert.equal((await chunked(17)).status, 413)
  })

  it('is also complete for a form whose field _method was read before', async () => {
    await using app = await startApplication({ routes: routes([post('/', echo)]) })

    const answer = await app.send({ method: 'POST', headers: formType, body: 'title=x' })

    assert.equal(answer.body, '7')
  })

  it('is an unchanged multipart form after its field _method was searched for', async () => {
    const fields = async (request: HttpRequest) => {
      const form = await request.web().formData()
      return json([...form.keys()])
    }
    const text = async (request: HttpRequest) => request.text()
    const list = routes([
      post('/', fields),
      put('/', fields),
      post('/text', text),
      put('/text', text),
    ])
    await using app = await startApplication({ routes: list }, { UPLOAD_LIMIT: '3mb' })
    const body = field('a', 'b') + end
    const large = field('a', 'b'.repeat(2_000_000)) + end

    const sent = { method: 'POST', headers: multipartType, body }
    assert.equal((await app.send(sent)).body, '["a"]')
    assert.equal((await app.send({ ...sent, path: '/text' })).body, body)
    assert.equal((await app.send({ ...sent, body: large })).body, '["a"]')
    assert.equal((await app.send({ ...sent, path: '/text', body: large })).status, 413)
  })

  it('can still be read by others if only the URL was used', async () => {
    const web = routes([post('/', async (request) => json(await request.json()))])
    const look: Middleware = (request, next) => {
      assert.equal(request.web().url, 'http://localhost/')
      return next()
    }
    await using app = await startApplication({ routes: web, middleware: [look] })

    const answer = await app.send({ method: 'POST', headers: jsonType, body: '[1]' })

    assert.equal(answer.body, '[1]')
  })
})

describe('a body in which every value is invalid', () => {
  const Titles = bodyType(z.object({ titles: z.array(z.string('Title is required')) }))
  const list = routes([
    post(
      '/',
      handler({ form: Titles }).run(() => json('stored')),
    ),
  ])
  const wrong = (count: number) => `{"titles":[${'1,'.repeat(count - 1)}1]}`

  it('gets 100 messages and the number of further ones', async () => {
    await using app = await startApplication({ routes: list })

    const send = { method: 'POST', headers: jsonType, body: wrong(49_000) }
    const { status, body } = await app.send(send)

    assert.equal(status, 422)
    const { errors } = JSON.parse(body)
    assert.equal(Object.keys(errors).length, 101)
    assert.equal(errors._more, 'and 48900 more')
  })

  it('is not validated if it contains more values than the limit', async () => {
    await using app = await startApplication({ routes: list })

    const answer = await app.send({ method: 'POST', headers: jsonType, body: wrong(520_000) })

    assert.equal(answer.status, 413)
    assert.equal(answer.body, '{"message":"A JSON body may have at most 50000 values"}')
  })
})

describe('a form with files whose type contains itself in two places', () => {
  it('is read at once, however deep a client nests it', async () => {
    const Filter: z.ZodType = z.union([
      z.object({ and: z.lazy(() => z.array(Filter)) }),
      z.object({ and: z.lazy(() => z.array(Filter)), not: z.boolean() }),
      z.object({ is: z.string() }),
    ])
    const picture = z.instanceof(UploadedFile).optional()
    const Search = bodyType(z.object({ picture, filter: Filter }))
    const search = handler({ form: Search }).run(() => json('found'))
    await using app = await startApplication({ routes: routes([post('/input', search)]) })

    const name = `filter${'[and][0]'.repeat(31)}`
    const answer = await app.send(input(multipartType, field(name, 'x') + end))

    assert.equal(answer.status, 422)
  })
})

describe('a request that cannot be represented as a web Request', () => {
  it("is refused as the client's mistake", async () => {
    const everything = fallback((request) => request.web().url)
    await using app = await startApplication({ routes: routes([everything]) })
    using bare = await RawConnection.open(app.port)

    bare.send('GET /evil.example/path HTTP/1.0\r\n\r\n')

    assert.match(await bare.end(), /^HTTP\/1\.1 400 /)
    assert.equal((await app.send({ method: 'TRACE' })).status, 400)
  })
})

describe('a body', () => {
  it("is either read or refused as the client's mistake: never a 500", async () => {
    await using app = await startApplication(application)

    for (const [what, status, sent] of cases) {
      assert.equal((await app.send(sent)).status, status, what)
    }
    assert.deepEqual(
      app.lines.filter(({ level }) => level === 'error'),
      [],
    )
  })

  it('does not change any prototype', async () => {
    await using app = await startApplication(application)

    await app.send(input(jsonType, '{"constructor":{"prototype":{"isAdmin":true}}}'))
    await app.send(input(multipartType, field('__proto__[isAdmin]', '1') + end))
    await app.send(input(multipartType, field('constructor[prototype][isAdmin]', '1') + end))

    assert.equal('isAdmin' in {}, false)
  })

  it('is not quoted in the response that refuses it', async () => {
    await using app = await startApplication(application)

    const answer = await app.send(input(jsonType, '{"password":"secret'))

    assert.equal(answer.status, 400)
    assert.doesNotMatch(answer.body, /secret|password|position|JSON\.parse/)
  })

  it('is refused before it is sent if its declared length is too large', async () => {
    await using app = await startApplication(application)

    const announced = { 'Content-Length': '99999999', Expect: '100-continue' }
    const answer = await app.send({ ...input({ ...jsonType, ...announced }, '') })

    assert.equal(answer.status, 413)
    assert.doesNotMatch(answer.head, /100 Continue/)
  })

  it('has configurable limits, separate for uploads', async () => {
    await using app = await startApplication(application, { UPLOAD_LIMIT: '3mb' })
    const large = 'x'.repeat(2 * 1024 * 1024)

    assert.equal((await app.send(input(multipartType, file('a', 'b', large) + end))).status, 200)
    assert.equal((await app.send(input(multipartType, field('a', large) + end))).status, 413)
    assert.equal((await app.send(input(jsonType, `"${large}"`))).status, 413)
  })
})
