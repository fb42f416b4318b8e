import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { Chore } from './chore.ts'

describe('Chore', () => {
  it('is done at first, and then once its interval is over', async () => {
    const done: number[] = []
    const chore = new Chore(100, async (now) => void done.push(now))

    for (const now of [0, 50, 99, 100, 150, 300]) await chore.tend(now)

    assert.deepEqual(done, [0, 100, 300])
  })

  it('is done sooner if it is asked to, also while it is being done', async () => {
    const done: number[] = []
    const chore: Chore = new Chore(100, async (now) => {
      done.push(now)
      if (now === 10) chore.ask()
    })

    await chore.tend(0)
    chore.ask()
    for (const now of [10, 11, 12]) await chore.tend(now)

    assert.deepEqual(done, [0, 10, 11])
  })

  it('stays due if it fails', async () => {
    let attempts = 0
    const chore = new Chore(100, async () => {
      if (++attempts === 1) throw new Error('away')
      return attempts
    })

    await assert.rejects(chore.tend(0), { message: 'away' })

    assert.equal(await chore.tend(1), 2)
    assert.equal(await chore.tend(2), undefined)
  })
})
