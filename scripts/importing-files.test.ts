import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findImporting } from './importing-files.ts'

it('finds files that import a module through others, and leaves out those that do so only through one', () => {
  const patterns = ['scripts/@(steps|lanes|words).test.ts']

  const all = findImporting(patterns, ['scripts/lanes.ts'])
  const direct = findImporting(patterns, ['scripts/lanes.ts'], ['scripts/steps.ts'])

  assert.deepEqual(all, ['scripts/lanes.test.ts', 'scripts/steps.test.ts'])
  assert.deepEqual(direct, ['scripts/lanes.test.ts'])
})
