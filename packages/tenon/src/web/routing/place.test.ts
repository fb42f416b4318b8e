import assert from 'node:assert/strict'
import { mkdtempDisposableSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Place } from './place.ts'

function declare(): Place {
  return new Place(declare)
}

describe('Place', () => {
  it('is that of the call, below the working folder where it lies there', () => {
    assert.match(declare().location, /^(?!\/).*src\/routing\/place\.test\.ts:15:18$/)
  })

  it('is known in a folder of any name', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon (copy) 100% #1 ä '))
    const file = join(realpathSync(folder.path), 'routes.mjs')
    writeFileSync(file, 'export const call = (declare) => declare()')

    const { call } = await import(pathToFileURL(file).href)

    assert.equal(call(declare).location, `${file}:1:34`)
  })
})
