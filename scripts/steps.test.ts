import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'
import { runSteps, type Step } from './steps.ts'

const passing: Step = { name: 'a step that passes', command: ['node', '-e', ''] }
const failing: Step = { name: 'a step that fails', command: ['node', '-e', 'process.exit(1)'] }

describe('steps', () => {
  it('fail by the name of the command that failed', async () => {
    assert.deepEqual((await runSteps([passing, failing])).failed, ['a step that fails'])
  })

  it('pass when what failed passes the second time', async () => {
    const outcome = await runSteps([{ ...failing, again: () => passing }])

    assert.deepEqual(outcome.failed, [])
  })

  it('fail when what failed fails a second time', async () => {
    const outcome = await runSteps([{ ...failing, again: () => failing }])

    assert.deepEqual(outcome.failed, ['a step that fails'])
  })

  it('keep the whole output of a command that failed', async () => {
    const code = 'console.log("before the summary"); process.exit(1)'

    await runSteps([{ name: 'a step, with output', command: ['node', '-e', code] }])

    const kept = readFileSync(join(root, '.tmp/failed/a-step-with-output.log'), 'utf8')
    assert.equal(kept, 'before the summary\n')
  })

  it('are not tried a third time', async () => {
    let asked = 0
    const again = (): Step => {
      asked += 1
      return { ...failing, again }
    }
    await runSteps([{ ...failing, again }])

    assert.equal(asked, 2, 'after the first try and after the second, which is the last')
  })
})
