import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { WorkLoop } from './work-loop.ts'

describe('WorkLoop', () => {
  it('rests between passes for as long as nothing is expected', async () => {
    const stage = new Stage([70, 30])

    await stage.run()

    assert.deepEqual(stage.rests, [70, 30])
  })

  it('does not rest if it was woken up during the pass', async () => {
    const stage = new Stage([70, () => stage.loop.wakeUp(), 30])

    await stage.run()

    assert.deepEqual(stage.rests, [70, 30])
  })

  it('ends a rest when it is woken up', async () => {
    const stage = new Stage([70, 30])
    stage.onRest = (_ms, signal) => {
      stage.loop.wakeUp()
      assert.ok(signal.aborted)
    }

    await stage.run()

    assert.equal(stage.rests.length, 2)
  })

  it('does no pass if its signal is aborted already', async () => {
    const stage = new Stage([])

    stage.stop.abort()
    await stage.loop.run(stage.stop.signal)

    assert.deepEqual(stage.joins, 0)
  })

  it('logs an outage once, waits longer from time to time, and logs its end', async () => {
    const stage = new Stage([fail, fail, fail, 30])

    await stage.run()

    assert.deepEqual(stage.lines, ['warn Failing', 'info Working 3'])
    assert.ok((stage.rests[2] ?? 0) > (stage.rests[0] ?? 0))
  })

  it('logs an outage again after twelve passes', async () => {
    const stage = new Stage(Array.from({ length: 13 }, () => fail))

    await stage.run()

    assert.deepEqual(stage.lines, ['warn Failing', 'warn Failing'])
  })

  it('prepares the tables before the first pass, and again after one that failed', async () => {
    const stage = new Stage([30, fail, 30, 30])

    await stage.run()

    assert.equal(stage.joins, 2)
  })
})

/** A loop that does the given passes: each waits, fails or does something, and then waits for nothing. */
class Stage {
  readonly stop = new AbortController()
  readonly rests: number[] = []
  readonly lines: string[] = []
  readonly loop: WorkLoop
  joins = 0
  onRest: (ms: number, signal: AbortSignal) => void = () => {}

  constructor(passes: (number | (() => void))[]) {
    const tell = (line: string): void => void this.lines.push(line)
    this.loop = new WorkLoop({
      join: async () => void this.joins++,
      pass: async () => {
        const pass = passes.shift()
        if (typeof pass === 'number') return pass
        pass?.()
        return Infinity
      },
      lines: { failing: 'Failing', working: 'Working' },
      log: {
        info: (text, fields) => tell(`info ${text} ${String(fields?.['failures'])}`),
        warn: (text) => tell(`warn ${text}`),
        error: tell,
      },
      sleep: async (ms, signal) => {
        this.rests.push(ms)
        this.onRest(ms, signal)
        if (passes.length === 0) this.stop.abort()
      },
    })
  }

  /** Runs until the rest after the last pass. */
  run(): Promise<void> {
    return this.loop.run(this.stop.signal)
  }
}

function fail(): never {
  throw new Error('away')
}
