import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newApplicationTests, toTestFiles } from './test-step.ts'

it('runs the test files again that share the module of a failed test', () => {
  const contract = 'packages/tenon/test/todo/browser-contract.ts'
  const failed = 'packages/create-tenon/test/release.test.ts'

  const files = toTestFiles([failed, contract], newApplicationTests)

  assert.deepEqual(files, [failed, 'packages/create-tenon/test/pages.test.ts'])
})
