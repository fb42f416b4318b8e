import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, mock } from 'node:test'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { keyRings, KeyRing } from '../../src/base/keys/keys.ts'
import { body, get, handler, json, post, routes, param, UploadedFile } from '../../src/index.ts'
import { transaction } from '../../src/database.ts'
import { ServiceUnavailable } from '../../src/errors.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { disk, type KeptFile } from '../../src/storage.ts'
import { startApplication } from '../security/start-application.ts'
import { until } from '../support/until.ts'
import { forEachStorage } from './for-each-storage.ts'
import { MapFiles } from './map-files.ts'
import { startS3Server } from './s3-server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const html = Buffer.from('<script>alert(document.cookie)</script>')
const avatars = disk('avatars', { types: ['image/*'], maxSize: '20mb' })
const papers = disk('papers', {
  types: ['application/pdf', 'text/csv', 'text/plain'],
  maxSize: '100b',
})
const anything = disk('anything')

const web = routes([
  post(
    '/avatars',
    handler({ form: body(z.object({ photo: z.instanceof(UploadedFile) })) }).run(async ({ form }) =>
      json(await avatars.put(form.photo)),
    ),
  ),
  post(
    '/albums',
    handler({ form: body(z.object({ team_photos: z.array(z.instanceof(UploadedFile)) })) }).run(
      async ({ form }) => {
        for (const photo of form.team_photos) await avatars.put(photo)
        return json(null)
      },
    ),
  ),
  post(
    '/anything',
    handler({ form: body(z.object({ photo: z.instanceof(UploadedFile) })) }).run(async ({ form }) =>
      json(await anything.store(form.photo)),
    ),
  ),
  get(
    '/avatars/{key}',
    handler({ key: param.string }).run(({ key }) => avatars.send(key)),
  ),
  get(
    '/files/{key}',
    handler({ key: param.string }).run(({ key }) => anything.send(key)),
  ),
  get(
    '/saved/{key}',
    handler({ key: param.string }).run(({ key }) => avatars.send(key, { download: 'Äda.png' })),
  ),
  get(
    '/papers/{key}',
    handler({ key: param.string }).run(({ key }) => papers.send(key, { download: 'a.pdf.hta' })),
  ),
  get(
    '/anything/{key}',
    handler({ key: param.string }).run(({ key }) => anything.send(key, { download: 'setup.py' })),
  ),
])

/** As many bytes as asked for, in pieces, beginning with a picture's. */
async function* picture(bytes: number, chunk = 100_000): AsyncIterable<Uint8Array> {
  yield png
  for (let left = bytes - png.length; left > 0; left -= chunk) {
    yield Buffer.alloc(Math.min(chunk, left), left % 251)
  }
}

async function digestOf(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sum: number }> {
  let [bytes, sum] = [0, 0]
  for await (const piece of stream) {
    for (const byte of piece) sum = (sum * 31 + byte + (bytes++ % 7)) % 2_147_483_647
  }
  return { bytes, sum }
}

async function keysOf(files: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { name } of files) keys.push(name)
  return keys.toSorted()
}

/** An archive of one empty file. */
function tarOf(name: string): Buffer {
  const header = Buffer.alloc(1024)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('ustar\x0000', 257)
  const sum = header.subarray(0, 512).reduce((all, byte) => all + byte, 8 * 0x20)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function formWith(content: Uint8Array<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData()
  form.set('photo', new File([content], name, { type }))
  return form
}

forEachStorage('a disk', (start) => {
  it('stores an upload under a name of its own, by the type of its content', async () => {
    await using app = await start({ routes: web })

    const sent = await app.post('/avatars', formWith(png, '../../etc/passwd.html', 'text/html'))
    const key = sent.assertStatus(200).json() as string

    assert.match(key, /^[0-9a-f-]{36}\.png$/)
    const stream = await avatars.read(key)
    assert.deepEqual(Buffer.from(await new Response(stream).bytes()), png)
    assert.equal((await avatars.find(key))?.sizeBytes, png.length)
  })

  it('keeps what a handler sends out of shared caches', async () => {
    await using app = await start({ routes: web })
    const key = await avatars.put(png)

    const sent = await app.get(`/avatars/${key}`)

    const policy = start.kind === 'bucket' ? 'no-store' : 'private'
    sent.assertHeader('cache-control', policy)
  })

  it('returns the type and size that it has found, not those of the client', async () => {
    await using app = await start({ routes: web })

    const text = await app.post('/anything', formWith(html, 'me.png', 'image/png'))
    const picture = await app.post('/anything', formWith(png, 'me.txt', 'text/plain'))

    const [first, second] = [text.json() as KeptFile, picture.json() as KeptFile]
    assert.deepEqual([first.type, first.sizeBytes], ['text/plain', html.length])
    assert.deepEqual([second.type, second.sizeBytes], ['image/png', png.length])
    assert.equal((await anything.find(second.key))?.sizeBytes, png.length)
  })

  it('names one of several files as other errors do, however the form names it', async () => {
    await using app = await start({ routes: web })
    const send = (...names: string[]) => {
      const form = new FormData()
      for (const [i, name] of names.entries()) {
        form.append(name, new File([i === 1 ? html : png], 'me.png', { type: 'image/png' }))
      }
      return app.as('json').post('/albums', form)
    }

    const appended = await send('team_photos[]', 'team_photos[]')
    const numbered = await send('team_photos[0]', 'team_photos[1]')

    const errors = { 'team_photos.1': 'The team photos must be a picture' }
    appended.assertStatus(422).assertErrors(errors)
    numbered.assertStatus(422).assertErrors(errors)
  })

  it('refuses what lies about its type, and what is empty, with the form', async () => {
    await using app = await start({ routes: web })
    const client = app.as('json')
    const before = await keysOf(avatars.list())

    const lying = await client.post('/avatars', formWith(html, 'me.png', 'image/png'))
    const svg = await client.post(
      '/avatars',
      formWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'image/svg+xml'),
    )
    const empty = await client.post('/avatars', formWith(Buffer.alloc(0), 'me.png', 'image/png'))

    lying.assertStatus(422).assertErrors({ photo: 'The photo must be a picture' })
    svg.assertStatus(422)
    empty.assertStatus(422).assertErrors({ photo: 'The photo must not be empty' })
    assert.deepEqual(await keysOf(avatars.list()), before)
  })

  it('refuses what is too large before it has been read whole, and keeps none of it', async () => {
    await using _app = await start({ routes: web })
    let given = 0
    async function* endless(): AsyncIterable<Uint8Array> {
      for await (const piece of picture(200_000_000)) {
        given += piece.length
        yield piece
      }
    }
    const before = await keysOf(avatars.list())

    const put = avatars.put(endless())

    await assert.rejects(put, {
      status: 422,
      errors: { file: 'The file must not be larger than 20 MB' },
    })
    assert.ok(given < 22_000_000)
    assert.deepEqual(await keysOf(avatars.list()), before)
  })

  it('knows text only by a claim that its types list in full', async () => {
    await using _app = await start({ routes: web })
    const csv = Buffer.from('name;age\nÄda;36\n')

    const keys = [
      await papers.put(csv, { type: 'text/csv' }),
      await papers.put(csv, { type: 'text/html' }),
      await anything.put(html, { type: 'text/html' }),
      await anything.put(Buffer.from([0, 1, 2, 3])),
    ]

    const extensions = keys.map((key) => key.slice(36))
    assert.deepEqual(extensions, ['.csv', '.txt', '.txt', ''])
  })

  it('gives files back whose type has two extensions, or one in capitals', async () => {
    await using _app = await start({ routes: web })
    const archive = gzipSync(tarOf('a.txt'))
    const compressed = Buffer.from([0x1f, 0x9d, 0x90, 0x61])

    const keys = [await anything.put(archive), await anything.put(compressed)]

    assert.deepEqual(
      keys.map((key) => key.slice(36)),
      ['.tar.gz', '.Z'],
    )
    assert.deepEqual(
      Buffer.from(await new Response(await anything.read(keys[0] ?? '')).bytes()),
      archive,
    )
    assert.equal((await anything.find(keys[1] ?? ''))?.sizeBytes, compressed.length)
  })

  it('shows pictures, and makes a download of what could run scripts', async () => {
    await using app = await start({ routes: web })
    const pages = disk('anything', { types: ['text/html', 'image/*'] })
    const [shown, kept] = [await pages.put(png), await pages.put(html, { type: 'text/html' })]

    const picture = await follow(app, `/files/${shown}`)
    const page = await follow(app, `/files/${kept}`)

    assert.equal(picture.type, 'image/png')
    assert.equal(picture.disposition, null)
    assert.equal(page.disposition, 'attachment')
  })

  it('offers a file under another name', async () => {
    await using app = await start({ routes: web })
    const key = await avatars.put(png)

    const { disposition } = await follow(app, `/saved/${key}`)

    assert.equal(disposition, `attachment; filename="_da.png"; filename*=UTF-8''%C3%84da.png`)
  })

  it('does not offer a file under the name of a program, unless the disk takes every type', async () => {
    await using app = await start({ routes: web })
    const [paper, other] = [await papers.put(html), await anything.put(html)]

    const saved = await follow(app, `/papers/${paper}`)
    const asNamed = await follow(app, `/anything/${other}`)

    assert.match(saved.disposition ?? '', /filename="a\.pdf\.hta\.txt"/)
    assert.match(asNamed.disposition ?? '', /filename="setup\.py"/)
  })

  it('answers 404 for anything that is not the key of a file', async () => {
    await using app = await start({ routes: web })
    const missing = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000.png'

    const paths = ['..%2F..%2Fetc%2Fpasswd', '%2Fetc%2Fpasswd', 'a.png', `avatars%2F${missing}`]
    for (const path of paths) assert.equal((await app.get(`/avatars/${path}`)).status, 404, path)

    assert.equal((await follow(app, `/avatars/${missing}`)).status, 404)
    assert.equal(await avatars.find(missing), null)
    assert.equal(await avatars.find('../x'), null)
    await assert.rejects(avatars.read(missing), { status: 404 })
    await avatars.delete(missing)
  })

  it('stores a file of many parts and streams it back', { timeout: 60_000 }, async () => {
    await using _app = await start({ routes: web })
    const bytes = 2 * 8 * 1024 * 1024 + 12_345

    const key = await avatars.put(picture(bytes))

    const [stored, expected] = [
      await digestOf(await avatars.read(key)),
      await digestOf(picture(bytes)),
    ]
    assert.deepEqual(stored, expected)
    await avatars.delete(key)
    assert.equal(await avatars.find(key), null)
  })

  it('keeps nothing of a source that fails in the middle', async () => {
    await using _app = await start({ routes: web })
    const before = await keysOf(avatars.list())
    async function* failing(): AsyncIterable<Uint8Array> {
      yield* picture(10_000_000)
      throw new Error('the client has gone')
    }

    await assert.rejects(avatars.put(failing()), /the client has gone/)

    assert.deepEqual(await keysOf(avatars.list()), before)
  })

  it('keeps nothing that was stored in a transaction that fails', async () => {
    await using _app = await start({ routes: web })
    const before = await keysOf(avatars.list())
    let kept = ''

    const failing = transaction(async () => {
      await avatars.put(png)
      await transaction(() => avatars.put(png))
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    await transaction(async () => {
      kept = await avatars.put(png)
    })

    assert.deepEqual(await keysOf(avatars.list()), [...before, kept].toSorted())
  })

  it('lets anyone with a signed URL read until it expires', async () => {
    await using app = await start({ routes: web })
    const key = await anything.put(Buffer.from('hello'))

    const [long, brief] = [
      await anything.url(key, { expires: '1m' }),
      await anything.url(key, { expires: '1s' }),
    ]
    const first = await start.send(app, long, {})
    const late = await until(async () => {
      const answer = await start.send(app, brief, {})
      return answer.status !== 200 && answer
    })

    assert.deepEqual(first, { status: 200, text: 'hello' })
    assert.ok(late.status === 404 || late.status === 403)
  })

  it('lets a browser upload directly, and looks at the file before it counts', async () => {
    await using app = await start({ routes: web })

    const upload = await avatars.uploadUrl({ type: 'image/png', sizeBytes: png.length })
    const { status } = await start.send(app, upload.url, { ...upload, body: png })
    const key = await avatars.accept(upload.ticket)

    assert.ok(status === 200 || status === 204)
    assert.match(key, /^[0-9a-f-]{36}\.png$/)
    assert.deepEqual(Buffer.from(await new Response(await avatars.read(key)).bytes()), png)
    await assert.rejects(avatars.accept(upload.ticket), { status: 422 })
  })

  it('accepts what was uploaded on the last of several days, and a day later', async () => {
    await using app = await start({ routes: web })
    const offer = { type: 'image/png', sizeBytes: png.length, expires: '7d' } as const
    const [first, second] = [await avatars.uploadUrl(offer), await avatars.uploadUrl(offer)]
    for (const upload of [first, second]) {
      const { status } = await start.send(app, upload.url, { ...upload, body: png })
      assert.ok(status === 200 || status === 204, upload.url)
    }
    const after = (days: number) => ({ now: Date.now() + days * 86_400_000 })

    mock.timers.enable({ apis: ['Date'], ...after(7.9) })
    const [key] = await Promise.allSettled([avatars.accept(first.ticket)])
    mock.timers.setTime(after(0.2).now)
    const [late] = await Promise.allSettled([avatars.accept(second.ticket)])
    mock.timers.reset()

    assert.deepEqual([key.status, late.status], ['fulfilled', 'rejected'])
  })

  it('signs no URL for more than a week, which S3 would not', async () => {
    await using _app = await start({ routes: web })
    const key = await avatars.put(png)
    const refused = { code: 'E_DISK_EXPIRES', message: /7 days at most, not "8d"/ }

    const week = await avatars.url(key, { expires: '7d' })

    assert.ok(week.length > 0)
    await assert.rejects(avatars.url(key, { expires: '8d' }), refused)
    const offer = { type: 'image/png', sizeBytes: png.length, expires: '8d' } as const
    await assert.rejects(avatars.uploadUrl(offer), refused)
  })

  it('returns what it has found about a direct upload, not what the client has said', async () => {
    await using app = await start({ routes: web })
    const upload = await avatars.uploadUrl({ type: 'image/jpeg', sizeBytes: png.length })
    await start.send(app, upload.url, { ...upload, body: png })

    const { key, type, sizeBytes } = await avatars.storeUpload(upload.ticket)

    assert.match(key, /\.png$/)
    assert.deepEqual([type, sizeBytes], ['image/png', png.length])
  })

  it('keeps what was accepted, whatever is sent to the same URL afterwards', async () => {
    await using app = await start({ routes: web })
    const upload = await avatars.uploadUrl({ type: 'image/png', sizeBytes: png.length })
    await start.send(app, upload.url, { ...upload, body: png })
    const key = await avatars.accept(upload.ticket)

    const other = Buffer.alloc(png.length, 'x')
    await start.send(app, upload.url, { ...upload, body: other })

    assert.deepEqual(Buffer.from(await new Response(await avatars.read(key)).bytes()), png)
    await assert.rejects(avatars.accept(upload.ticket), { status: 422 })
  })

  it('removes a direct upload that lies about its type', async () => {
    await using app = await start({ routes: web })
    const upload = await avatars.uploadUrl({ type: 'image/png', sizeBytes: html.length })
    await start.send(app, upload.url, { ...upload, body: html })

    const message = { file: 'The file must be a picture' }
    await assert.rejects(avatars.accept(upload.ticket), { status: 422, errors: message })
    await assert.rejects(avatars.accept(upload.ticket), { status: 422 })
  })

  it('signs no upload of another type or size, and takes no forged ticket', async () => {
    await using _app = await start({ routes: web })
    const upload = await avatars.uploadUrl({ type: 'image/png', sizeBytes: png.length })
    const others = await papers.uploadUrl({ type: 'application/pdf', sizeBytes: 5 })

    await assert.rejects(avatars.uploadUrl({ type: 'text/html', sizeBytes: 5 }), { status: 422 })
    await assert.rejects(avatars.uploadUrl({ type: 'image/png\r\nx: y', sizeBytes: 5 }), {
      status: 422,
    })
    await assert.rejects(avatars.uploadUrl({ type: 'image/png', sizeBytes: 20 * 1024 ** 2 + 1 }), {
      status: 422,
    })
    await assert.rejects(avatars.uploadUrl({ type: 'image/png', sizeBytes: 0 }), { status: 422 })
    await assert.rejects(avatars.accept('x'), { status: 422 })
    await assert.rejects(avatars.accept(others.ticket), { status: 422 })
    await assert.rejects(avatars.accept(upload.ticket), { status: 422 })
  })

  /** Requests a file as a browser does, which follows the redirect to a bucket. */
  async function follow(app: Awaited<ReturnType<typeof start>>, path: string) {
    const answer = await app.get(path)
    if (start.kind !== 'bucket') {
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        disposition: answer.headers.get('content-disposition') ?? null,
      }
    }
    const location = answer.assertStatus(302).headers.get('location') ?? ''
    const { status, headers } = await fetch(location)
    return {
      status,
      type: headers.get('content-type'),
      disposition: headers.get('content-disposition'),
    }
  }
})

describe('the URL of a direct upload', () => {
  it('takes only the type and the size that it was signed for, in a folder', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-signed-'))
    await using app = await startApplication({ routes: web })

    await assertExact(`file:${folder.path}`, `http://127.0.0.1:${app.port}`)
  })

  it('takes only the type and the size that it was signed for, in a bucket', async () => {
    await using server = await startS3Server()

    await assertExact(server.url, undefined)
  })

  it('is accepted in a bucket whose folder has a name with spaces', async () => {
    await using server = await startS3Server({ checksSignatures: false })
    using _storage = registerStorage(server.url.replace('/app?', '/our files é?'))
    const forget = keyRings.register(keys)
    const { url, ticket, ...init } = await avatars.uploadUrl({
      type: 'image/png',
      sizeBytes: png.length,
    })

    await fetch(url, { ...init, body: png })
    const key = await avatars.accept(ticket)
    const found = await avatars.find(key)
    forget()

    assert.equal(found?.sizeBytes, png.length)
  })

  async function assertExact(storageUrl: string, base: string | undefined): Promise<void> {
    using _storage = registerStorage(storageUrl)
    const { url, method, headers } = await keyRings.run(keys, () =>
      avatars.uploadUrl({ type: 'image/png', sizeBytes: png.length }),
    )
    const send = async (body: Uint8Array<ArrayBuffer>, type = headers['content-type']) => {
      const init = { method, headers: { 'content-type': type }, body }
      const { status } = await fetch(new URL(url, base), init)
      return status
    }
    const forget = keyRings.register(keys)

    const refusals = [
      await send(Buffer.concat([png, png])),
      await send(png.subarray(1)),
      await send(png, 'text/html'),
    ]
    const right = await send(png)
    forget()

    assert.ok(
      refusals.every((status) => status === 400 || status === 403),
      refusals.join(),
    )
    assert.ok(right === 200 || right === 204)
  }
})

const keys = new KeyRing('a key for tests only')

describe('a store that loses a file while the disk looks into it', () => {
  it('gives no key for it', async () => {
    const files = new MapFiles()
    using _storage = registerStorage(files)
    const scanned = disk('scanned', {
      scan: async () => {
        for await (const { name } of files.list('incoming')) files.delete(`incoming/${name}`)
        return undefined
      },
    })

    await assert.rejects(scanned.put(Buffer.from('text')), ServiceUnavailable)
  })
})
