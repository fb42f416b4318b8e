import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MapFiles } from '../../../../test/storage/map-files.ts'
import { ServiceUnavailable, ValidationFailed } from '../../../base/support/http-error.ts'
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
})
