import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MapFiles } from '../../../../test/storage/map-files.ts'
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
})
