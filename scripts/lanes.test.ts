import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { inLanes } from './lanes.ts'

it('runs as many items at a time as there are lanes, and keeps their order', async () => {
  let running = 0
  let most = 0

  const results = await inLanes([15, 5, 10], 2, async (waitMs) => {
    most = Math.max(most, ++running)
    await delay(waitMs) // time: items take a different time
    running -= 1
    return waitMs
  })

  assert.deepEqual(results, [15, 5, 10])
  assert.equal(most, 2)
})
