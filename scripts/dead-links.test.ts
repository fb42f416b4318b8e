import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findDeadLinks } from './dead-links.ts'

it('dead links point to missing files, missing headings or outside the repository', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-links-'))
  const page = '# A\n[1](#a) [2](#b) [3](b.md#c) [4](b.md#d) [5](c.md) [6](../x) [7](https://d.e/)'
  writeFileSync(join(folder.path, 'a.md'), page)
  writeFileSync(join(folder.path, 'b.md'), '# C')

  const dead = findDeadLinks(folder.path, ['a.md'])

  assert.deepEqual(dead, [
    'a.md:2: link "#b": a.md has no heading "#b"',
    'a.md:2: link "b.md#d": b.md has no heading "#d"',
    'a.md:2: link "c.md": there is no such file',
    'a.md:2: link "../x": it leaves the repository',
  ])
})
