import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FileStore } from '../file-store.ts'
import { ServedFiles } from './served-files.ts'

it('a file that a store does not find is not read, so that no stream stays open', async () => {
  let opened = 0
  const files = new ServedFiles({
    find: () => Promise.resolve(undefined),
    read: () => {
      opened += 1
      return Promise.resolve(new ReadableStream<Uint8Array>())
    },
  } as Partial<FileStore> as FileStore)

  await assert.rejects(files.send('photos/a.png', { disposition: undefined }), { status: 404 })

  assert.equal(opened, 0)
})
