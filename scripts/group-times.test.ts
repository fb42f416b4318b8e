import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runCommand, type CommandResult } from './command.ts'
import { findLastBegun, findSlowest, readGroupTimes, withoutGroupTimes } from './group-times.ts'
import { readFailingFiles } from './test-totals.ts'

const groups = `
import { describe, it } from 'node:test'
describe('quick', () => it('is quick', () => {}))
describe('slow', () => it('is slow', () => { for (const end = Date.now() + 300; Date.now() < end; ) {} }))`

const hanging = `
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
describe('a group', () => {
  it('fails, and leaves a server open', () => { createServer().listen(0); throw new Error('failed') })
})`

const silent = `
import { describe, it } from 'node:test'
describe('a group', () => {
  it('ends', () => {})
  it('never ends', () => new Promise(() => setInterval(() => {}, 1000)))
})`

describe('the times of groups of tests', () => {
  it('have a line for each group, none for the tests in it, and the slowest come first', async () => {
    const { output } = await report('groups.test.mjs', groups)

    const lines = readGroupTimes(output)
    const [slowest = '', ...others] = findSlowest(lines, 2)
    assert.equal(lines.length, 2)
    assert.match(slowest, /^⏱ +0\.\d s +\d+\.\d s CPU {2}slow \(.*groups\.test\.mjs\)$/)
    assert.match(others.join(), /quick/)
  })

  it('name the file of a failed test before the process ends, which it may never do', async () => {
    const { exitCode, output } = await report('hanging.test.ts', hanging)

    assert.equal(exitCode, null, 'it was killed')
    assert.match(readFailingFiles(output).join(), /hanging\.test\.ts$/)
    assert.equal(output.match(/^test at /gm)?.length, 1, 'its group has failed for no other reason')
  })

  it('say which test begins, although the group around it has not ended', async () => {
    const { output } = await report('silent.test.mjs', silent)

    assert.equal(findLastBegun(output), 'never ends')
    assert.equal(withoutGroupTimes(output), '')
  })
})

async function report(name: string, tests: string): Promise<CommandResult> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-times-'))
  const file = join(folder.path, name)
  writeFileSync(file, tests)
  return await runCommand(
    'node',
    ['--test', '--test-isolation=none', '--test-reporter=./scripts/group-times.ts', file],
    // Longer than Node takes to start on a busy machine.
    { env: { NODE_TEST_CONTEXT: '' }, silenceMs: 8000 },
  )
}
