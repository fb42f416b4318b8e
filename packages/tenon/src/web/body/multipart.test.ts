import { after, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { BadRequest, PayloadTooLarge } from '../../base/support/http-error.ts'
import { defaultBodyLimits, type BodyLimits } from './body-limits.ts'
import { readMultipart } from './multipart.ts'
import { UploadedFile } from './uploaded-file.ts'

const boundary = 'XX'
const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, fileName: string, content: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
  `Content-Type: image/png\r\n\r\n${content}\r\n`
const end = '--XX--\r\n'

const made: string[] = []

after(() => Promise.all(made.map((path) => rm(path, { force: true }))))

async function read(body: string | Buffer, limits: Partial<BodyLimits> = {}, step = 7) {
  const bytes = Buffer.from(body)
  const paths: string[] = []
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  )
  const form = await readMultipart(
    chunks,
    boundary,
    { ...defaultBodyLimits, ...limits },
    (path) => {
      paths.push(path)
      made.push(path)
    },
  )
  return { ...form, paths }
}

describe('readMultipart', () => {
  it('reads fields and files wherever the chunks are split', async () => {
    const body = field('a[b]', '1') + file('photo', 'me.png', 'PNG\r\n--X') + field('c', '') + end

    for (const step of [1, 2, 3, 50, 10_000]) {
      const { fields, files } = await read(body, {}, step)
      const photo = files[0]

      assert.deepEqual(
        { ...fields, a: { ...Object(fields['a']) } },
        { a: { b: '1' }, photo, c: '' },
        String(step),
      )
      assert.ok(photo instanceof UploadedFile, String(step))
      assert.deepEqual(
        [photo.field, photo.name, photo.type, photo.sizeBytes, readFileSync(photo.path, 'utf8')],
        ['photo', 'me.png', 'image/png', 8, 'PNG\r\n--X'],
        String(step),
      )
    }
  })

  it('stores files under generated names, whatever names the client sends', async () => {
    const names = ['../../etc/passwd', 'C:\\a\\b.txt', '..', '', '\u202egnp.exe', 'a\tb']
    const body = names.map((name, i) => file(`f${i}`, name, 'x')).join('') + end

    const { files, paths } = await read(body)

    assert.deepEqual(
      files.map(({ name }) => name),
      ['passwd', 'b.txt', 'file', 'file', 'gnp.exe', 'ab'],
    )
    assert.ok(paths.every((path) => /tenon-upload-[0-9a-f-]{36}$/.test(path)))
  })

  it('refuses a form with a part that is not a field, instead of leaving it out', async () => {
    const heads = [
      'Content-Type: text/plain',
      'Content-Disposition: attachment; name="b"',
      'Content-Disposition: form-data; name="b"',
    ]
    const [untold, attached, padded] = heads.map((head) => `${head}\r\n\r\nx\r\n`)
    const bodies = [
      `--XX\r\n${untold}${end}`,
      `${field('a', '1')}--XX\r\n${attached}${end}`,
      `--XX \r\n${padded}${end}`,
    ]

    for (const body of bodies) {
      await assert.rejects(read(body), { status: 400, message: /a valid name/ }, body)
    }
  })

  it('skips an empty file input', async () => {
    const { fields, paths } = await read(file('photo', '', '') + field('a', '1') + end)

    assert.deepEqual({ ...fields }, { a: '1' })
    assert.deepEqual(paths, [])
  })

  it('does not count empty file inputs', async () => {
    const inputs = Array.from({ length: 30 }, (_, i) => file(`f${i}`, '', '')).join('')

    for (const step of [1, 100, 100_000]) {
      const { files, paths } = await read(
        inputs + file('a', '', 'content') + end,
        { files: 1 },
        step,
      )

      const stored = files.map(({ field, name, path }) => [field, name, readFileSync(path, 'utf8')])
      assert.deepEqual(stored, [['a', 'file', 'content']], String(step))
      assert.equal(paths.length, 1, String(step))
    }
  })

  it('treats names of the object prototype as data, but refuses __proto__', async () => {
    const { fields } = await read(field('constructor', '2') + end)

    assert.deepEqual(Object.keys(fields), ['constructor'])
    assert.equal(Object.getPrototypeOf(fields), null)
    await assert.rejects(read(field('__proto__', '1') + end), BadRequest)
    await assert.rejects(read(field('a[__proto__][b]', '1') + end), BadRequest)
  })

  it('refuses a body that is malformed, ends early or contains an invalid part', async () => {
    const refused: (string | Buffer)[] = [
      '',
      'no parts at all',
      '--XX',
      field('a', '1'),
      file('a', 'b', 'content').slice(0, -5),
      field('a', '1') + field('a', '2') + end,
      '--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n' + end,
      Buffer.concat([
        Buffer.from('--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
        Buffer.from([0xff]),
        Buffer.from(`\r\n${end}`),
      ]),
    ]
    for (const body of refused) {
      for (const step of [1, 1000])
        await assert.rejects(read(body, {}, step), BadRequest, String(step))
    }
  })

  it('enforces its limits', async () => {
    const text = 'x'.repeat(1000)
    const refused: readonly [string, Partial<BodyLimits>][] = [
      [field('a', text) + end, { uploadBytes: 999 }],
      [field('a', text) + end, { bodyBytes: 999 }],
      [field('a', 'x'.repeat(500)) + field('b', 'x'.repeat(500)) + end, { bodyBytes: 999 }],
      [file('a', 'b', text) + end, { fileBytes: 999 }],
      [file('a', 'b', 'x') + file('c', 'd', 'x') + end, { files: 1 }],
      [field('a', '') + field('b', '') + end, { fields: 1 }],
      [field('a', '') + field('b', '') + end, { fields: 1, files: 0 }],
    ]
    for (const [body, limits] of refused) {
      for (const step of [1, 100, 10_000]) {
        await assert.rejects(read(body, limits, step), PayloadTooLarge, `${body} ${step}`)
      }
    }
  })

  it('stops when its source fails', async () => {
    async function* source() {
      yield Buffer.from(file('a', 'b', 'content'))
      throw new Error('The client left')
    }

    await assert.rejects(
      readMultipart(source(), boundary, defaultBodyLimits, (path) => made.push(path)),
      /client left/,
    )
  })
})
