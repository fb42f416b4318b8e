import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFailingFiles, readTotals } from './test-totals.ts'

describe('the totals of a test report', () => {
  it('count cancelled tests as failed and a skipped group as skipped', () => {
    const report = [
      '▶ GET /todos',
      '  ✔ answers 200 (1.2ms)',
      '  ﹣ on Redis (0.1ms) # install redis-server',
      '✖ fails (1ms)',
      'ℹ tests 4',
      'ℹ pass 1',
      'ℹ fail 1',
      'ℹ cancelled 1',
      'ℹ skipped 0',
    ].join('\n')

    assert.deepEqual(readTotals(report), {
      passed: 1,
      failed: 2,
      skipped: ['﹣ on Redis (0.1ms) # install redis-server'],
    })
  })

  it('omit databases that were not requested', () => {
    const report = '﹣ a query (postgres) (0.1ms) # TEST_DATABASES leaves postgres out'

    assert.deepEqual(readTotals(report).skipped, [])
  })

  it('are zero if the output is not a report', () => {
    assert.deepEqual(readTotals('Found 0 errors.'), { passed: 0, failed: 0, skipped: [] })
  })
})

describe('the failing files of a test report', () => {
  it('are named once each', () => {
    const report = [
      '✖ failing tests:',
      '',
      'test at packages/tenon/test/a.test.ts:102:3',
      '✖ shows an error (1ms)',
      'test at packages/tenon/test/a.test.ts:110:3',
      'test at scripts/b.test.ts:1:1',
    ].join('\n')

    assert.deepEqual(readFailingFiles(report), [
      'packages/tenon/test/a.test.ts',
      'scripts/b.test.ts',
    ])
  })
})
