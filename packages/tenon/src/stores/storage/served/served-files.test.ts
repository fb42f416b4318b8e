import assert from 'node:assert/strict'
import { mkdtempDisposableSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { MapFiles } from '../../../../test/storage/map-files.ts'
import { ServiceUnavailable, ValidationFailed } from '../../../base/support/http-error.ts'
import { FolderStore } from './folder-store.ts'
import { ServedFiles } from './served-files.ts'

describe('ServedFiles', () => {
  it('opens no file that it cannot find, because nobody would close it', async () => {
    const opened: string[] = []
    const files = Object.assign(new MapFiles(), {
      read: (path: string) => {
        opened.push(path)
        return new Blob(['a']).stream()
      },
    })

    const sent = new ServedFiles(files).send('folder/name', { disposition: undefined })

    await assert.rejects(sent, { status: 404 })
    assert.deepEqual(opened, [])
  })

  it('keeps an upload that could not be looked at or moved for a moment, and none that was refused', async () => {
    const files = new MapFiles()
    const served = new ServedFiles(files)
    const adopted = { path: 'folder/name', type: 'text/plain', sizeBytes: 4 }
    const upload = () => served.write('incoming/a', new Blob(['text']).stream(), 'text/plain')
    const names = async () => {
      const found: string[] = []
      for await (const { name } of served.list('incoming')) found.push(name)
      return found
    }
    await upload()

    const unseen = served.adopt('incoming/a', async () => {
      throw new ServiceUnavailable()
    })
    await assert.rejects(unseen, ServiceUnavailable)
    const afterUnseen = await names()
    const find = files.find.bind(files)
    files.find = () => {
      throw new Error('socket hang up')
    }
    await assert.rejects(
      served.adopt('incoming/a', async () => adopted),
      /socket hang up/,
    )
    files.find = find
    const afterUnfound = await names()
    const move = files.move.bind(files)
    files.move = (from, to) => {
      if (to === adopted.path) throw new ServiceUnavailable()
      return move(from, to)
    }
    await assert.rejects(
      served.adopt('incoming/a', async () => adopted),
      ServiceUnavailable,
    )
    const afterUnmoved = await names()
    files.move = move
    const accepted = await served.adopt('incoming/a', async () => adopted)
    await upload()
    const refused = served.adopt('incoming/a', async () => {
      throw new ValidationFailed({ file: 'No' })
    })
    await assert.rejects(refused, ValidationFailed)

    assert.deepEqual([afterUnseen, afterUnfound, afterUnmoved], [['a'], ['a'], ['a']])
    assert.equal(accepted, adopted)
    assert.deepEqual(await names(), [])
  })

  it('accepts no upload that is gone when it is moved to its final path', async () => {
    const files = new MapFiles()
    const served = new ServedFiles(files)
    await served.write('incoming/a', new Blob(['text']).stream(), 'text/plain')

    const accepted = await served.adopt('incoming/a', async () => {
      for await (const { name } of files.list('incoming')) files.delete(`incoming/${name}`)
      return { path: 'folder/name', type: 'text/plain', sizeBytes: 4 }
    })

    assert.equal(accepted, undefined)
  })

  it('counts an upload to a folder as new once it is accepted, so that a sweep spares it', async () => {
    using root = mkdtempDisposableSync(join(tmpdir(), 'tenon-served-'))
    const served = new ServedFiles(new FolderStore(root.path))
    await served.write('incoming/a', new Blob(['text']).stream(), 'text/plain')
    utimesSync(join(root.path, 'incoming/a'), 0, 0)

    await served.adopt('incoming/a', async () => {
      return { path: 'folder/name', type: 'text/plain', sizeBytes: 4 }
    })

    const found = await served.find('folder/name')
    assert.ok(Date.now() - Number(found?.changedAt) < 60_000, String(found?.changedAt))
  })
})
