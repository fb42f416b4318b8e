import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Cancellation } from './cancellation.ts'
import { RunningWork } from './running-work.ts'

describe('RunningWork', () => {
  it('holds no lease for a run that ends at once', () => {
    const stage = new Stage()

    stage.work.start('a', () => {})

    assert.equal(stage.work.count, 0)
    assert.equal(stage.sleeps, 0)
  })

  it('renews the leases of its runs until the last of them has ended', async () => {
    const stage = new Stage()
    const [a, b] = [stage.start('a'), stage.start('b')]

    await stage.interval()
    a.end()
    await stage.interval()
    b.end()
    await stage.interval()

    assert.deepEqual(stage.renewed, [['a', 'b'], ['b']])
  })

  it('cancels a run that another process has taken over, and no other', async () => {
    const stage = new Stage()
    const [a, b] = [stage.start('a'), stage.start('b')]

    stage.lost.add('a')
    await stage.interval()

    assert.match(String(a.signal.reason), /taken over/)
    assert.equal(b.signal.aborted, false)
  })

  it('keeps its runs while their leases cannot be renewed', async () => {
    const stage = new Stage()
    const a = stage.start('a')

    stage.isAway = true
    await stage.interval()

    assert.equal(a.signal.aborted, false)
    assert.deepEqual(stage.lines, ['The leases of tests could not be renewed'])
  })

  it('cancels all runs when it stops, also those that start later, and waits for them', async () => {
    const stage = new Stage()
    const a = stage.start('a')

    const stopped = stage.work.stop(1000)
    const late = stage.start('b')
    a.end()
    await stopped

    assert.ok(a.signal.aborted && late.signal.aborted)
    assert.deepEqual(stage.work.claims, ['b'])
  })

  it('leaves a run that does not stop in time', async () => {
    const stage = new Stage()
    stage.start('a')

    const stopped = stage.work.stop(1000)
    stage.wake()
    await stopped

    assert.deepEqual(stage.work.claims, ['a'])
  })

  it('remembers which runs there were', async () => {
    const stage = new Stage()
    const a = stage.start('a')

    const was = stage.work.note()
    a.end()
    await turn()
    stage.start('b')

    assert.deepEqual(['a', 'b'].map(was), [true, false])
  })
})

interface Run {
  readonly signal: AbortSignal
  readonly end: () => void
}

/** Runs whose intervals pass when the test says so. */
class Stage {
  readonly renewed: (readonly string[])[] = []
  readonly lines: string[] = []
  readonly lost = new Set<string>()
  readonly work: RunningWork<string, string>
  isAway = false
  sleeps = 0
  #wake = Promise.withResolvers<void>()

  constructor() {
    this.work = new RunningWork({
      name: 'tests',
      leaseMs: 30_000,
      toKey: (run) => run,
      renew: async (runs) => {
        if (this.isAway) throw new Error('away')
        this.renewed.push(runs)
        return runs.filter((run) => !this.lost.has(run))
      },
      log: { info() {}, warn: (line) => this.lines.push(line), error() {} },
      sleep: (_ms, signal) => {
        this.sleeps++
        const { promise, resolve } = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => resolve())
        return Promise.race([promise, this.#wake.promise])
      },
    })
  }

  start(name: string): Run {
    const ended = Promise.withResolvers<void>()
    let cancellation: Cancellation | undefined
    this.work.start(name, (given) => {
      cancellation = given
      return ended.promise
    })
    assert.ok(cancellation)
    return { signal: cancellation.signal, end: ended.resolve }
  }

  wake(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  async interval(): Promise<void> {
    await turn()
    this.wake()
    await turn()
  }
}
