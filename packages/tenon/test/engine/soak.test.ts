import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureIdle, soak } from './soak.ts'

/** `npm run soak` runs both for an hour, with more connections. */
describe('the engine on sockets under mixed load', () => {
  it('loses no request and keeps nothing of clients that have gone', async () => {
    const result = await soak({
      engine: 'sockets',
      ms: 4000,
      atLeast: 500,
      clients: 60,
      pauseMs: 20,
      seed: 3,
      everyMs: 2000,
    })

    assert.equal(result.lost, 0)
    // Afterwards there is no connection left, so there must be less than while there were 60.
    const grownBytes = result.late.heapBytes - result.early.heapBytes
    assert.ok(grownBytes < 2_000_000, `${grownBytes} bytes more`)
    assert.equal(result.exitCode, 0)
  })

  it('needs no more than 10 kB of memory for an idle connection', async () => {
    const { without, usage } = await measureIdle('sockets', 2001)

    const bytes = (usage.residentBytes - without.residentBytes) / (usage.connections - 1)
    assert.ok(bytes < 10_000, `${bytes} bytes each`)
  })
})
