import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { newApplicationTests, testStep, toTestFiles } from './test-step.ts'

it('runs the test files again that share the module of a failed test', () => {
  const contract = 'packages/tenon/test/todo/browser-contract.ts'
  const failed = 'packages/create-tenon/test/release.test.ts'

  const files = toTestFiles([failed, contract], newApplicationTests)

  assert.deepEqual(files, [failed, 'packages/create-tenon/test/pages.test.ts'])
})

it('runs a whole step again in CI that was killed, which names no failed file', (t) => {
  setVariable(t, 'CI', 'true')
  const step = testStep('examples', ['examples/*.test.ts'], 'sqlite')
  const killed = { exitCode: null, output: '', durationMs: 0 }

  assert.deepEqual(step.again?.(killed)?.command, step.command)
  assert.equal(step.again?.({ ...killed, exitCode: 1 }), undefined)
})

function setVariable(t: TestContext, name: string, value: string): void {
  const before = process.env[name]
  process.env[name] = value
  t.after(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
}
