import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { body } from '../../src/web/binding/validated-body.ts'
import { handler } from '../../src/web/binding/handler.ts'
import { json } from '../../src/web/http/replies.ts'
import { UploadedFile } from '../../src/web/body/uploaded-file.ts'
import { post, put } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from './start-application.ts'

const NoteForm = z.object({ text: z.string() })
const FileForm = z.object({ file: z.instanceof(UploadedFile), text: z.string().optional() })
const store = (form: ReturnType<typeof body<unknown, object>>) =>
  handler({ form }).run(({ form }) => json(Object.keys(form)))

const application = {
  routes: routes([
    post('/notes', store(body(NoteForm))),
    post('/notes/large', store(body(NoteForm, { maxSize: '2mb' }))),
    post('/notes/small', store(body(NoteForm, { maxSize: '1kb' }))),
    post('/lists', store(body(z.object({ items: z.array(z.number()) }), { maxSize: '2mb' }))),
    post('/files', store(body(FileForm, { maxSize: '2mb' }).rules({}))),
    put('/files', store(body(FileForm, { maxSize: '3mb' }))),
    post('/scans', store(body(FileForm, { files: { file: { maxSizeBytes: 819_200 } } }))),
    post('/posts', store(body(NoteForm, { maxSize: '1kb' }))),
    put('/posts', store(body(NoteForm, { maxSize: '2mb' }))),
    put('/puts', store(body(NoteForm, { maxSize: '2mb' }))),
    put('/puts/usual', store(body(NoteForm))),
  ]),
}

const kilobyte = 1024
const jsonType = { 'Content-Type': 'application/json', Accept: 'application/json' }
const formType = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }
const multipartType = {
  'Content-Type': 'multipart/form-data; boundary=XX',
  Accept: 'application/json',
}
const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (kilobytes: number) =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(kilobytes * kilobyte)}\r\n--XX--\r\n`
const form = (kilobytes: number) => `text=${'x'.repeat(kilobytes * kilobyte)}`
const note = (kilobytes: number) => JSON.stringify({ text: 'x'.repeat(kilobytes * kilobyte) })

// oxfmt-ignore
const cases: readonly (readonly [what: string, status: number, path: string, headers: Record<string, string>, sent: string])[] = [
  ['more JSON than BODY_LIMIT', 413, '/notes', jsonType, note(1100)],
  ['the same where more is allowed', 200, '/notes/large', jsonType, note(1100)],
  ['the same as a form', 200, '/notes/large', formType, form(1100)],
  ['more than is allowed there', 413, '/notes/large', jsonType, note(2048)],
  ['more than where less is allowed', 413, '/notes/small', jsonType, note(1)],
  ['less than that', 200, '/notes/small', jsonType, JSON.stringify({ text: 'x' })],
  ['a malformed media type', 415, '/notes/large', { ...jsonType, 'Content-Type': 'application/json/x' }, '{}'],
  ['values in proportion', 200, '/lists', jsonType, `{"items":[${'1,'.repeat(99_000)}1]}`],
  ['more values than that', 413, '/lists', jsonType, `{"items":[${'1,'.repeat(100_000)}1]}`],
  ['a file of more than UPLOAD_LIMIT', 200, '/files', multipartType, file(1500)],
  ['a file that is larger than allowed', 413, '/files', multipartType, file(2048)],
  ['a file that is larger than the limit of its field', 422, '/scans', multipartType, file(2048)],
  ['a file that the disk can refuse', 200, '/scans', multipartType, file(1000)],
  ['more texts than that', 413, '/scans', multipartType, field('text', 'x'.repeat(1100 * kilobyte)) + file(1)],
  ['texts of more than BODY_LIMIT beside a file', 413, '/files', multipartType, field('text', 'x'.repeat(1100 * kilobyte)) + file(1)],
  ['a file by the method of a form', 200, '/files', multipartType, field('_method', 'PUT') + file(2500)],
  ['too large a file by the method of a form', 413, '/files', multipartType, field('_method', 'PUT') + file(3072)],
  ['a file for the other method', 413, '/files', multipartType, field('_method', 'POST') + file(2500)],
  ['a form by the method of a form', 200, '/posts', formType, `_method=PUT&${form(1100)}`],
  ['the same without other methods', 200, '/puts', formType, `_method=PUT&${form(1100)}`],
  ['too large a form by the method of a form', 413, '/posts', formType, `_method=PUT&${form(2048)}`],
  ['the same with BODY_LIMIT', 413, '/puts/usual', formType, `_method=PUT&${form(1024)}`],
  ['a form for the other method', 413, '/posts', formType, form(2)],
  ['a small form for the other method', 200, '/posts', formType, 'text=x'],
  ['a method after everything else, within BODY_LIMIT', 200, '/puts', formType, `${form(1023)}&_method=PUT`],
]

describe('the size of a body', () => {
  for (const [what, status, path, headers, sent] of cases) {
    it(`${status === 200 ? 'may be' : 'is refused for'} ${what}`, async () => {
      await using app = await startApplication(application)

      const answer = await app.send({ method: 'POST', path, headers, body: sent })

      assert.equal(answer.status, status, answer.body.slice(0, 200))
    })
  }

  it('is explained at the field with the limit of its file', async () => {
    await using app = await startApplication(application)

    const headers = multipartType
    const answer = await app.send({ method: 'POST', path: '/scans', headers, body: file(2048) })

    const { errors } = JSON.parse(answer.body)
    assert.deepEqual(errors, { file: 'The file must not be larger than 800 kB' })
  })

  it('has limits for fields of the schema only', () => {
    const limit = { maxSizeBytes: 819_200 }

    // @ts-expect-error: the schema has no such field
    assert.ok(body(FileForm, { files: { picture: limit } }))
  })

  // oxfmt-ignore
  const told: readonly (readonly [message: string, path: string, headers: Record<string, string>, sent: string])[] = [
    ['Payload Too Large: at most 1 MB', '/notes', jsonType, note(1100)],
    ['Payload Too Large: at most 1 kB', '/notes/small', jsonType, note(1)],
    ['Payload Too Large: at most 2 MB', '/notes/large', formType, `text=${'x'.repeat(2100 * kilobyte)}`],
    ['Payload Too Large: at most 2 MB', '/files', multipartType, file(2048)],
    ['Payload Too Large: at most 1.7 MB', '/scans', jsonType, note(2048)],
    ['Payload Too Large: at most 1.7 MB', '/scans', formType, form(2048)],
    ['Die Anfrage ist zu groß: höchstens 1 MB', '/notes', { ...jsonType, 'Accept-Language': 'de' }, note(1100)],
  ]
  for (const [message, path, headers, sent] of told) {
    it(`is told to those who send more than that to ${path}: "${message}"`, async () => {
      await using app = await startApplication({ ...application, languages: ['en', 'de'] })

      const answer = await app.send({ method: 'POST', path, headers, body: sent })

      // The connection has bytes.
      const told = Buffer.from(answer.body, 'latin1').toString()
      assert.deepEqual(JSON.parse(told), { message })
    })
  }

  it('must be a size', () => {
    assert.throws(() => body(NoteForm, { maxSize: '2 mb' as '2mb' }), { code: 'E_SIZE' })
  })
})
