import assert from 'node:assert/strict'
import { mkdtempDisposableSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { CallSite } from './call-site.ts'

function declare(): CallSite {
  return new CallSite(declare)
}

describe('CallSite', () => {
  it('is the location of the call, relative to the working directory', () => {
    assert.match(declare().location, /^(?!\/).*src\/web\/routing\/call-site\.test\.ts:15:18$/)
  })

  it('handles folders with special characters', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon (copy) 100% #1 ä '))
    const file = join(realpathSync(folder.path), 'routes.mjs')
    writeFileSync(file, 'export const call = (declare) => declare()')

    const { call } = await import(pathToFileURL(file).href)

    assert.equal(call(declare).location, `${file}:1:34`)
  })
})
