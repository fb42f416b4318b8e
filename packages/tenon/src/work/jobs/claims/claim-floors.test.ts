import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BEGINNING, type ClaimedJob } from '../store/job-store.ts'
import { ClaimFloors, type ClaimFrom } from './claim-floors.ts'

/** A queue on a database that takes `slowMs` for a claim from the beginning. */
class Queue {
  readonly froms: number[] = []
  slowMs = 0
  #ready: number[] = []
  #nowMs = 0
  readonly #floors = new ClaimFloors(() => this.#nowMs)

  add(...times: readonly number[]): void {
    this.#ready.push(...times)
  }

  wait(ms: number): void {
    this.#nowMs += ms
  }

  async claim(limit: number): Promise<readonly number[]> {
    const claim: ClaimFrom = async (from, most) => {
      this.froms.push(from)
      if (from === BEGINNING) this.#nowMs += this.slowMs
      const found = this.#ready.filter((time) => time >= from).slice(0, most)
      this.#ready = this.#ready.filter((time) => !found.includes(time))
      return found.map((run_at) => ({ run_at }) as ClaimedJob)
    }
    return (await this.#floors.claim('default', limit, claim)).map(({ run_at }) => run_at)
  }
}

describe('where claims begin', () => {
  it('is the beginning, as long as that is quick', async () => {
    const queue = new Queue()
    queue.add(10_000, 10_001, 10_002)

    await queue.claim(1)
    await queue.claim(1)

    assert.deepEqual(queue.froms, [BEGINNING, BEGINNING])
  })

  it('is where the last ones began, once a claim was slow and jobs are left', async () => {
    const queue = new Queue()
    queue.slowMs = 300
    queue.add(10_000, 10_001, 10_002, 10_003)

    await queue.claim(2)
    const next = await queue.claim(2)

    assert.deepEqual(queue.froms, [BEGINNING, 10_000])
    assert.deepEqual(next, [10_002, 10_003])
  })

  it('is a little before the last one, if none was left: others may be committed later', async () => {
    const queue = new Queue()
    queue.slowMs = 300
    queue.add(100_000)
    await queue.claim(2)
    queue.add(97_000, 100_500)

    const next = await queue.claim(2)

    assert.deepEqual(queue.froms, [BEGINNING, 95_000])
    assert.deepEqual(next, [97_000, 100_500])
  })

  it('is the beginning again after ten times as long, so that no job waits forever', async () => {
    const queue = new Queue()
    queue.slowMs = 300
    queue.add(100_000)
    await queue.claim(2)
    queue.add(1)

    queue.wait(2_999)
    const before = await queue.claim(2)
    queue.wait(1)
    const then = await queue.claim(2)

    assert.deepEqual([before, then], [[], [1]])
  })

  it('is the beginning then also if there are enough others', async () => {
    const queue = new Queue()
    queue.slowMs = 300
    queue.add(100_000, 100_001)
    await queue.claim(1)
    queue.add(1)
    queue.wait(3_000)

    assert.deepEqual(await queue.claim(1), [100_001])
    assert.deepEqual(queue.froms, [BEGINNING, BEGINNING])
  })

  it('is the beginning after five seconds at most, however long the database was away', async () => {
    const queue = new Queue()
    queue.slowMs = 60_000
    queue.add(100_000)
    await queue.claim(2)
    queue.add(1)

    queue.wait(5_000)

    assert.deepEqual(await queue.claim(2), [1])
  })

  it('is the beginning for good, once that is quick again', async () => {
    const queue = new Queue()
    queue.slowMs = 300
    queue.add(100_000)
    await queue.claim(2)
    queue.slowMs = 0
    queue.wait(5_000)
    await queue.claim(2)
    queue.froms.length = 0

    queue.add(1)

    assert.deepEqual(await queue.claim(2), [1])
    assert.deepEqual(queue.froms, [BEGINNING])
  })
})
