import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createLog } from '../../src/base/log/create-log.ts'
import { logContexts } from '../../src/base/log/log-context.ts'
import { ServiceUnavailable, ValidationFailed } from '../../src/errors.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { openBucket } from '../../src/stores/storage/s3/bucket-store.ts'
import { sweep } from '../../src/work/files/sweep-task.ts'

process.env['AWS_ACCESS_KEY_ID'] ??= 'key'
process.env['AWS_SECRET_ACCESS_KEY'] ??= 'secret'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Breaks the connection after the body. */
  readonly breaksOff?: boolean
}

/** A bucket whose server answers as it is told, and notes what it is asked. */
async function startBucket(toAnswer: (request: IncomingMessage) => Answer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://files.test')
    asked.push(`${request.method} ${pathname} ${searchParams.get('uploadId') ?? ''}`.trimEnd())
    request.resume().on('end', () => {
      const { status, headers = {}, body = '', breaksOff = false } = toAnswer(request)
      response.writeHead(status, { 'content-type': 'application/xml', ...headers })
      if (!breaksOff) response.end(body)
      else response.write(body, () => response.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const place = { kind: 'bucket', bucket: 'files', prefix: '', region: 'x', endpoint } as const
  const store = await openBucket(place)
  return {
    store,
    asked,
    url: `s3://files/app?region=x&endpoint=${endpoint}`,
    [Symbol.dispose]() {
      store[Symbol.dispose]()
      server.closeAllConnections()
      server.close()
    },
  }
}

const uploaded = {
  status: 206,
  headers: { 'content-range': 'bytes 0-4/5', etag: '"e"' },
  body: 'hello',
}
const denied = '<Error><Code>AccessDenied</Code><Message>x</Message></Error>'
const slowDown = { status: 503, body: '<Error><Code>SlowDown</Code><Message>x</Message></Error>' }
const replaced = {
  status: 412,
  body: '<Error><Code>PreconditionFailed</Code><Message>x</Message></Error>',
}
const adopted = { path: 'papers/b', type: 'text/plain', sizeBytes: 5 }

const toUpload = (key: string, id: string, year: string) =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${year}-01-01T00:00:00Z</Initiated></Upload>`
const isCopy = ({ headers }: IncomingMessage) => headers['x-amz-copy-source'] !== undefined
const deletions = (asked: readonly string[]) => asked.filter((each) => each.startsWith('DELETE'))

describe('a bucket whose keys may not list it', () => {
  it('says so for a file that does not exist, which it refuses like any other', async () => {
    using bucket = await startBucket(() => ({ status: 403 }))

    for (const find of [() => bucket.store.find('papers/a'), () => bucket.store.read('papers/a')]) {
      await assert.rejects(find, /Allow s3:GetObject, and s3:ListBucket/, String(find))
    }
  })
})

describe('an upload in parts that was never completed', () => {
  const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000'

  it('is aborted by the sweep if it is old and our own, however many there are', async () => {
    const first = `
      ${toUpload(`app/papers/${id}.pdf`, 'old', '2020')}
      ${toUpload(`app/papers/${id}.pdf`, 'young', '2030')}
      ${toUpload('app/backups/2020.tar', 'foreign', '2020')}
      ${toUpload(`app/papers/old/${id}.pdf`, 'below', '2020')}
      <IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>`
    const second = toUpload(`app/incoming/papers-${id}`, 'scanned', '2020')
    using bucket = await startBucket(({ method, url = '' }) => {
      if (method === 'DELETE') return { status: 204 }
      const uploads = url.includes('key-marker=k') ? second : first
      const list = `<ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>`
      return { status: 200, body: url.includes('uploads') ? list : '<ListBucketResult/>' }
    })
    using _storage = registerStorage(bucket.url)

    await sweep([], Date.parse('2026-01-01'))

    assert.deepEqual(deletions(bucket.asked), [
      `DELETE /files/app/papers/${id}.pdf old`,
      `DELETE /files/app/incoming/papers-${id} scanned`,
    ])
  })

  it('is left alone with a warning if the keys may not list it, and the rest is swept', async () => {
    const orphan = `<Contents><Key>app/incoming/papers-${id}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`
    using bucket = await startBucket(({ method, url = '' }) => {
      if (url.includes('uploads')) return { status: 403, body: denied }
      const list = `<ListBucketResult>${orphan}</ListBucketResult>`
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: list }
    })
    using _storage = registerStorage(bucket.url)
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'warn', format: 'json', destination })

    await logContexts.run({ ...logContexts.current, log }, () =>
      sweep([], Date.parse('2026-01-01')),
    )

    assert.match(lines.join(), /Allow s3:ListBucketMultipartUploads/)
    assert.deepEqual(deletions(bucket.asked), [`DELETE /files/app/incoming/papers-${id}`])
  })
})

describe('an upload to a bucket', () => {
  it('stays for the next try if the store cannot copy it for a moment', async () => {
    let isBusy = true
    using bucket = await startBucket((request) => {
      if (isCopy(request)) return isBusy ? slowDown : { status: 200, body: '<CopyObjectResult/>' }
      return request.method === 'GET' ? uploaded : { status: 204 }
    })
    const accept = () => bucket.store.adopt('incoming/a', async () => adopted)

    await assert.rejects(accept(), ServiceUnavailable)
    const deleted = deletions(bucket.asked)
    isBusy = false
    const accepted = await accept()

    assert.deepEqual(deleted, [])
    assert.equal(accepted, adopted)
    assert.deepEqual(deletions(bucket.asked), ['DELETE /files/incoming/a'])
  })

  it('stays if it could not be read to its end, and goes if it was refused', async () => {
    using bucket = await startBucket(({ method, headers }) => {
      if (method !== 'GET') return { status: 204 }
      return headers.range === undefined
        ? { status: 200, headers: { 'content-length': '5' }, body: 'he', breaksOff: true }
        : uploaded
    })

    const unread = bucket.store.adopt('incoming/a', async (_start, _size, read) => {
      await new Response(await read()).text()
      return adopted
    })
    await assert.rejects(unread, ServiceUnavailable)
    const deleted = deletions(bucket.asked)
    const refused = bucket.store.adopt('incoming/a', async () => {
      throw new ValidationFailed({ file: 'No' })
    })
    await assert.rejects(refused, ValidationFailed)

    assert.deepEqual(deleted, [])
    assert.deepEqual(deletions(bucket.asked), ['DELETE /files/incoming/a'])
  })

  it('stays for the next try if it is another one than the one that is looked at', async () => {
    let replacedBefore: 'read' | 'copy' = 'read'
    using bucket = await startBucket((request) => {
      if (isCopy(request)) return replaced
      if (request.method !== 'GET') return { status: 204 }
      if (request.headers.range !== undefined) return uploaded
      return replacedBefore === 'read' ? replaced : { status: 200, body: 'hello' }
    })
    const accept = () =>
      bucket.store.adopt('incoming/a', async (_start, _size, read) => {
        await new Response(await read()).text()
        return adopted
      })

    const beforeRead = await accept()
    const unreadable = await bucket.store.adopt('incoming/a', async (_start, _size, read) => {
      await read().catch(() => {
        throw new ValidationFailed({ file: 'The file cannot be read' })
      })
      return adopted
    })
    replacedBefore = 'copy'
    const beforeCopy = await accept()

    assert.deepEqual([beforeRead, unreadable, beforeCopy], [undefined, undefined, undefined])
    assert.deepEqual(deletions(bucket.asked), [])
  })

  it('stays if looking at it fails for another reason than the file', async () => {
    using bucket = await startBucket(({ method }) =>
      method === 'GET' ? uploaded : { status: 204 },
    )

    const failed = bucket.store.adopt('incoming/a', async () => {
      throw new TypeError('fetch failed')
    })

    await assert.rejects(failed, /fetch failed/)
    assert.deepEqual(deletions(bucket.asked), [])
  })
})
