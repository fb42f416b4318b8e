import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'

describe('docs/reference/errors.md', () => {
  it('has a row for each code that the framework throws, and no others', () => {
    const thrown = globSync('packages/tenon/src/**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !/\.test(?:-d)?\.tsx?$/.test(path))
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/'(E_[A-Z_]+)'/g)])
    const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')
    const documented = [...page.matchAll(/^\| `(E_[A-Z_]+)` \|/gm)]

    assert.deepEqual(toCodes(documented), [...new Set(toCodes(thrown))])
  })
})

function toCodes(matches: readonly RegExpExecArray[]): readonly string[] {
  return matches.map(([, code = '']) => code).toSorted()
}
