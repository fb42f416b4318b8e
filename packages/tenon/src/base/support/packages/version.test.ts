import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { version } from './version.ts'

describe('version', () => {
  it('matches the package.json of both packages', () => {
    const [tenon, createTenon] = ['tenon', 'create-tenon'].map(readVersion)

    assert.deepEqual([tenon, createTenon], [version, version])
  })
})

function readVersion(name: string): unknown {
  const path = new URL(`../../../../../${name}/package.json`, import.meta.url)
  return Object(JSON.parse(readFileSync(path, 'utf8'))).version
}
