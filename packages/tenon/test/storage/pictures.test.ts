import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { get, routes } from '../../src/index.ts'
import { ValidationFailed } from '../../src/errors.ts'
import { c, Model } from '../../src/models.ts'
import { disk, type Disk, type VariantOptions } from '../../src/storage.ts'
import { currentStore } from '../../src/stores/storage/current-storage.ts'
import { makeVariants } from '../../src/stores/storage/pictures/make-variant.ts'
import { toVariants } from '../../src/stores/storage/pictures/variant.ts'
import { createTables } from '../support/create-tables.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sweep } from '../../src/work/files/sweep-task.ts'
import type { TestApp } from '../../src/testing.ts'
import { forEachStorage, type StartStorageApp } from './for-each-storage.ts'

const photos = disk('photos', {
  types: ['image/*', 'text/plain'],
  variants: { small: { width: 40, height: 40 }, wide: { width: 100, format: 'avif', quality: 40 } },
  scan: async ({ read }) =>
    (await new Response(await read()).text()).includes('EVIL') ? 'contains a virus' : undefined,
})

class User extends Model('picture_users', { id: c.id(), photo: c.file(photos).nullable() }) {}

const picture = await sharp({
  create: { width: 200, height: 100, channels: 3, background: '#1f6f5c' },
})
  .jpeg()
  .withExif({ IFD0: { Artist: 'Ada', Orientation: '6' } })
  .withMetadata({ orientation: 6 })
  .toBuffer()

const startAlbum = async (start: StartStorageApp): Promise<TestApp> => {
  const app = await start({
    models: { User },
    routes: routes([
      get('/small/{key}', (request) =>
        photos.send(request.param('key') ?? '', { variant: 'small' }),
      ),
    ]),
  })
  await createTables(currentDatabase(), User)
  return app
}

forEachStorage('a picture', (start) => {
  it('has variants, upright and without what the camera has noted, once a job has made them', async () => {
    await using app = await startAlbum(start)

    const key = await photos.put(picture)
    const before = await load(app, key)
    const outcomes = await app.runJobs()
    const after = await load(app, key)
    const variants = await readAll('photos.variants')

    assert.deepEqual(
      outcomes.map(({ job, state }) => [job, state]),
      [['files:variants', 'ok']],
    )
    assert.deepEqual([before, after], ['jpeg', 'webp'])
    const found = await Promise.all(variants.map((each) => sharp(each).metadata()))
    assert.deepEqual(
      found.map(({ format, width, height }) => `${format} ${width} ${height}`).toSorted(),
      ['heif 100 200', 'webp 40 40'],
    )
    assert.ok(found.every(({ exif }) => exif === undefined))
    await photos.delete(key)
    assert.deepEqual([await count('photos'), await count('photos.variants')], [0, 0])
  })

  for (const isCutOff of [false, true]) {
    const how = isCutOff ? 'while an attempt is cut off that makes one' : 'while the job makes one'
    it(`leaves no variant if it is deleted ${how}`, async () => {
      await using _app = await startAlbum(start)
      const key = await photos.put(picture)
      const store = await currentStore()
      const variants = [...toVariants('photos', { small: { width: 40, height: 40 } }).values()]
      const wanted = { disk: 'photos', key, variants, maxPixels: 1_000_000 }
      const deleting = {
        read: (path: string) => store.read(path),
        find: (path: string) => store.find(path),
        delete: (path: string) => store.delete(path),
        write: async (path: string, content: AsyncIterable<Uint8Array>, type: string) => {
          await photos.delete(key)
          await store.write(path, content, type)
          if (isCutOff) throw new Error('The worker has lost its connection')
        },
      }

      const attempt = makeVariants(deleting, wanted)
      if (isCutOff) {
        await assert.rejects(attempt, /lost its connection/)
        await makeVariants(store, wanted)
      } else await attempt

      assert.deepEqual([await count('photos'), await count('photos.variants')], [0, 0])
    })
  }

  it('gets a variant that is added later when it is asked for', async () => {
    await using app = await startAlbum(start)
    const earlier = disk('photos')
    const key = await earlier.put(picture)

    const before = await load(app, key)
    await load(app, key)
    const outcomes = await app.runJobs()
    const after = await load(app, key)

    assert.deepEqual([before, outcomes.length, after], ['jpeg', 1, 'webp'])
    await photos.delete(key)
  })

  it('is refused if it is a bomb, damaged, no picture or infected, and leaves nothing behind', async () => {
    await using app = await startAlbum(start)
    const refused = new Map([
      [toBomb(30_000), 'The file must not have more than 50 megapixels'],
      [picture.subarray(0, picture.length - 200), 'The file is damaged'],
      [Buffer.concat([toBomb(10), Buffer.from('EVIL')]), 'The file is damaged'],
      [Buffer.from('GIF89a'), 'The file is damaged'],
      [Buffer.from('EVIL'), 'The file contains a virus'],
      [Buffer.from('%PDF-1.7'), 'The file must be a picture or plain text'],
    ])

    for (const [bytes, message] of refused) {
      const type = message.includes('PDF') ? 'application/pdf' : 'image/png'
      await assert.rejects(photos.put(bytes), toRefusal(message))
      await assert.rejects(upload(app, bytes, type), toRefusal(message))
    }

    const counts = [await count('photos'), await count('incoming'), await count('photos.variants')]
    assert.deepEqual(counts, [0, 0, 0])
    assert.deepEqual(await app.runJobs(), [])
  })

  it('loses its variants to the sweep when no row refers to it', async () => {
    await using app = await startAlbum(start)
    const [kept, lost] = [await photos.put(picture), await photos.put(picture)]
    await User.create({ photo: kept })
    await app.runJobs()
    const store = await currentStore()
    await store.write(`photos.variants/${kept}.aaaaaaaaaaaa.webp`, only(picture), 'image/webp')

    await sweep([User])
    const before = [await count('photos'), await count('photos.variants')]
    await sweep([User], Date.now() + 8 * 86_400_000)

    assert.deepEqual(before, [2, 5])
    assert.deepEqual([await count('photos'), await count('photos.variants')], [1, 2])
    assert.equal(await photos.find(lost), null)
    await photos.delete(kept)
  })

  it('is not swept with many others: that may be the store of another application', async () => {
    await using _app = await startAlbum(start)
    const store = await currentStore()
    const paths = Array.from({ length: 11 }, () => `photos/${randomUUID()}.txt`)
    await Promise.all(paths.map((path) => store.write(path, only(Buffer.from('a')), 'text/plain')))

    await sweep([User], Date.now() + 8 * 86_400_000)

    assert.equal(await count('photos'), 11)
    await Promise.all(paths.map((path) => store.delete(path)))
  })

  async function upload(app: TestApp, bytes: Uint8Array<ArrayBuffer>, type: string) {
    const { url, method, headers, ticket } = await photos.uploadUrl({
      type,
      sizeBytes: bytes.length,
    })
    await start.send(app, url, { method, headers, body: bytes })
    return photos.accept(ticket)
  }

  async function load(app: TestApp, key: string): Promise<string> {
    const { status, headers } = await app.get(`/small/${key}`)
    if (status === 302) return /\.variants/.test(headers.get('location') ?? '') ? 'webp' : 'jpeg'
    return headers.get('content-type')?.replace('image/', '') ?? ''
  }
})

describe('a disk', () => {
  it('says what is wrong with its variants', () => {
    const wrong: readonly VariantOptions[] = [
      {},
      { width: 0 },
      { height: 20_000 },
      { width: 1.5 },
      { width: 10, quality: 101 },
      { width: 10, format: 'bmp' as never },
    ]

    for (const variant of wrong) {
      assert.throws(
        () => disk('a', { variants: { variant } }),
        { code: 'E_DISK_VARIANT' },
        JSON.stringify(variant),
      )
    }
    assert.throws(() => disk('a', { maxPixels: 0 }), { code: 'E_DISK_VARIANT' })
  })

  it('knows the names of its variants', async () => {
    const none: Disk = disk('none')

    // @ts-expect-error There is no variant of this name.
    await assert.rejects(photos.url(key, { variant: 'large' }), { code: 'E_DISK_VARIANT' })
    // @ts-expect-error The disk has no variants.
    await assert.rejects(none.url(key, { variant: 'small' }), { code: 'E_DISK_VARIANT' })
  })
})

const key = '0198c1b2-0000-7000-8000-000000000000.png'

/** A PNG of some hundred bytes that says it has so many pixels on each side. */
function toBomb(side: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(8, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.alloc(100))
  return Buffer.concat([signature, toChunk('IHDR', head), toChunk('IDAT', data), toChunk('IEND')])
}

function toChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

function toRefusal(message: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ValidationFailed, String(error))
    assert.deepEqual(error.errors, { file: message })
    return true
  }
}

async function count(folder: string): Promise<number> {
  return (await readAll(folder)).length
}

async function readAll(folder: string): Promise<readonly Buffer[]> {
  const store = await currentStore()
  const found: Buffer[] = []
  for await (const { name } of store.list(folder)) {
    const content = await store.read(`${folder}/${name}`)
    found.push(Buffer.from(await new Response(content ?? null).arrayBuffer()))
  }
  return found
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
