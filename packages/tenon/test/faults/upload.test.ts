import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { startServing } from './start-binary.ts'

describe('an upload to a full disk', () => {
  it('is answered with 503 and leaves nothing behind, while smaller ones are accepted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-upload-'))
    const environment = { TMPDIR: folder, UPLOAD_LIMIT: '10mb' }
    const { through } = createSmallDisk(folder, 512)
    using app = await startServing(environment, { through })
    const upload = async (bytes: number) => {
      const body = new FormData()
      body.set('file', new Blob(['x'.repeat(bytes)]), 'a.txt')
      return fetch(`http://127.0.0.1:${app.port}/upload`, { method: 'POST', body })
    }

    const left = () => readdirSync(`/proc/${app.child.pid}/root${folder}`)

    const refused = await upload(1_000_000)
    // The file is removed once the exchange is over, which is after the response.
    await until(() => left().length <= 1)
    const taken = await upload(100_000)

    assert.equal(refused.status, 503)
    assert.ok(refused.headers.has('retry-after'))
    assert.deepEqual([taken.status, await taken.json()], [200, 100_000])
    await until(() => left().length <= 1)
    rmSync(folder, { recursive: true })
  })
})

describe('a folder of files on a full disk', () => {
  it('is answered with 503 and keeps nothing, while smaller files are stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-folder-'))
    const { through } = createSmallDisk(folder, 512)
    using app = await startServing({ STORAGE_URL: `file:${folder}` }, { through })
    const keep = (bytes: number) =>
      fetch(`http://127.0.0.1:${app.port}/papers/${bytes}`, { method: 'POST' })

    const refused = await keep(1_000_000)
    const taken = await keep(100_000)

    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.equal(taken.status, 200)
    const at = `/proc/${app.child.pid}/root${folder}`
    assert.deepEqual(readdirSync(join(at, 'incoming')), [])
    assert.deepEqual(readdirSync(join(at, 'papers')), [await taken.text()])
    rmSync(folder, { recursive: true })
  })
})
