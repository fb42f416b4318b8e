import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toUnifiedDiff } from './unified-diff.ts'

describe('toUnifiedDiff', () => {
  it('is empty for equal texts', () => {
    assert.equal(toUnifiedDiff('a.ts', 'one\ntwo\n', 'one\ntwo\n'), '')
  })

  it('shows what was removed and added, with three lines around it', () => {
    const from = '1\n2\n3\n4\nfive\n6\n7\n8\n9\n'
    const to = '1\n2\n3\n4\nFIVE\n6\n7\n8\n9\n'

    const head = "--- a.ts (yours)\n+++ a.ts (the kit's)\n@@ -2 +2 @@\n"
    const lines = ' 2\n 3\n 4\n-five\n+FIVE\n 6\n 7\n 8'
    assert.equal(toUnifiedDiff('a.ts', from, to), head + lines)
  })

  it('shows changes that are far apart in two hunks, and lines at both ends', () => {
    const middle = Array.from({ length: 9 }, (_, i) => `${i}`).join('\n')

    const diff = toUnifiedDiff('a.ts', `old\n${middle}\n`, `${middle}\nnew\n`)

    assert.match(diff, /@@ -1 \+1 @@\n-old\n 0\n 1\n 2\n@@ -8 \+7 @@\n 6\n 7\n 8\n\+new$/)
  })
})
