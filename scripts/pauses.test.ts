import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPauses } from './pauses.ts'

const promised = "import { setTimeout } from 'node:timers/promises'"
const renamed = "import { setImmediate, setTimeout as delay } from 'node:timers/promises'"

function lines(...source: readonly string[]): readonly string[] {
  return findPauses('a.test.ts', source.join('\n')).map((problem) => problem.split(': ')[0] ?? '')
}

describe('findPauses', () => {
  it('finds the promised timer by whatever name it has', () => {
    assert.deepEqual(lines(promised, 'await setTimeout(20)'), ['a.test.ts:2'])
    assert.deepEqual(lines(renamed, '', '  await delay(ms)'), ['a.test.ts:3'])
  })

  it('finds a promise around a timer, a blocked thread and a sleep', () => {
    assert.deepEqual(lines('await new Promise((resolve) => setTimeout(resolve, 20))'), [
      'a.test.ts:1',
    ])
    assert.deepEqual(lines('await new Promise<void>(done => setTimeout(done, 20))'), [
      'a.test.ts:1',
    ])
    assert.deepEqual(lines('Atomics.wait(new Int32Array(buffer), 0, 0, 20)'), ['a.test.ts:1'])
    assert.deepEqual(lines('await sleep(20)'), ['a.test.ts:1'])
  })

  it('accepts a pause that says why time itself is the subject', () => {
    assert.deepEqual(lines(promised, 'await setTimeout(20) // time: it expires'), [])
    assert.deepEqual(lines(promised, '  // time: it expires', '  await setTimeout(20)'), [])
  })

  it('leaves timers alone that nothing waits for, and other functions of the name', () => {
    assert.deepEqual(lines('const timer = setTimeout(stop, 20)', 'await run.sleep(20)'), [])
    assert.deepEqual(lines(renamed, 'await setImmediate()', 'connection.delay(20)'), [])
  })

  it('tells what to do', () => {
    const [problem] = findPauses('a.test.ts', `${promised}\nawait setTimeout(20)`)

    assert.match(String(problem), /^a\.test\.ts:2: waits for a fixed time\. Wait .* with until\(\)/)
  })
})
