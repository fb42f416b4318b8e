import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findUnlistedPages } from './unlisted-pages.ts'

it('unlisted pages are those that no index links to', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-pages-'))
  mkdirSync(join(folder.path, 'docs/decisions'), { recursive: true })
  writeFileSync(join(folder.path, 'docs/README.md'), '[a](a.md) [decisions](decisions/README.md)')
  writeFileSync(join(folder.path, 'docs/decisions/README.md'), '[1](001.md#why)')
  const pages = ['README.md', 'docs/README.md', 'docs/a.md', 'docs/b.md']
  const decisions = ['docs/decisions/README.md', 'docs/decisions/001.md']

  const unlisted = findUnlistedPages(folder.path, 'docs/README.md', [...pages, ...decisions])

  assert.deepEqual(unlisted, ['docs/b.md: no index links to it, add it to docs/README.md'])
})
