import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemporaryPath, UploadedFile } from './uploaded-file.ts'

const nameOf = (name: string) =>
  new UploadedFile('/tmp/x', 0, { field: 'photo', name, type: 'image/png' }).name

describe('the name of an uploaded file', () => {
  it('is the last path segment, without characters that file systems refuse', () => {
    assert.equal(nameOf('../../etc/passwd'), 'passwd')
    assert.equal(nameOf('C:\\photos\\me.png'), 'me.png')
    assert.equal(nameOf('a\u0000b\u202e:*?.png '), 'ab.png')
    for (const none of ['', '.', '..', '/', ' ', '\u200b']) assert.equal(nameOf(none), 'file', none)
  })

  it('is truncated to 255 characters without splitting a surrogate pair', () => {
    assert.equal(nameOf('a'.repeat(300)).length, 255)
    assert.equal(nameOf(`${'a'.repeat(254)}😀`), 'a'.repeat(254))
  })
})

/** Another file system than that of temporary files, which `npm test` keeps in memory if there is space. */
const elsewhere = ['/dev/shm', process.env['TEST_LASTING'] ?? ''].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

describe('moveTo', () => {
  const move = async (folder: string): Promise<void> => {
    const path = createTemporaryPath()
    writeFileSync(path, 'four')
    const file = new UploadedFile(path, 4, { field: 'photo', name: 'a', type: 'image/png' })
    const kept = join(folder, 'kept')

    await file.moveTo(kept)

    assert.equal(readFileSync(kept, 'utf8'), 'four')
    assert.equal(file.path, kept)
    assert.ok(!existsSync(path))
  }

  it('moves the file to another name', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-kept-'))
    await move(folder.path)
  })

  it('moves the file to another file system', { skip: elsewhere === undefined }, async () => {
    using folder = mkdtempDisposableSync(join(elsewhere ?? '', 'tenon-kept-'))
    await move(folder.path)
  })
})
