import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, mock } from 'node:test'
import { FolderStore } from './folder-store.ts'

it('a folder of files waits until the disk has the names of new files and folders', async () => {
  using root = mkdtempDisposableSync(join(tmpdir(), 'tenon-folder-'))
  const store = new FolderStore(join(root.path, 'storage'))
  const synced = await countSyncs(root.path)

  const counts: number[] = []
  for (const work of [
    () => store.write('photos/a.txt', bytes('a')),
    () => store.write('photos/b.txt', bytes('b')),
    () => store.move('photos/b.txt', 'photos/c.txt'),
  ]) {
    const before = synced.mock.callCount()
    await work()
    counts.push(synced.mock.callCount() - before)
  }
  synced.mock.restore()

  // The first one creates a folder within the store's.
  assert.deepEqual(counts, [2, 1, 1])
})

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

async function countSyncs(path: string) {
  await using handle = await open(path, 'r')
  // Sound: the prototype of a handle has its methods.
  return mock.method(Object.getPrototypeOf(handle) as FileHandle, 'sync')
}
