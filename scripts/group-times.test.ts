import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runCommand } from './command.ts'
import { findSlowest, readGroupTimes } from './group-times.ts'

const groups = `
import { describe, it } from 'node:test'
describe('quick', () => it('is quick', () => {}))
describe('slow', () => it('is slow', () => { for (const end = Date.now() + 300; Date.now() < end; ) {} }))`

describe('the times of groups of tests', () => {
  it('have a line for each group, none for the tests in it, and the slowest come first', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-times-'))
    const file = join(folder.path, 'groups.test.mjs')
    writeFileSync(file, groups)

    const { output } = await runCommand(
      'node',
      ['--test', '--test-isolation=none', '--test-reporter=./scripts/group-times.ts', file],
      { env: { NODE_TEST_CONTEXT: '' } },
    )

    const lines = readGroupTimes(output)
    const [slowest = '', ...others] = findSlowest(lines, 2)
    assert.equal(lines.length, 2)
    assert.match(slowest, /^⏱ +0\.\d s +\d+\.\d s CPU {2}slow \(.*groups\.test\.mjs\)$/)
    assert.match(others.join(), /quick/)
  })
})
