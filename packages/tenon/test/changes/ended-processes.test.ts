import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from '../../src/data/database/database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { ChangeFeed } from '../../src/stores/changes/change-feed.ts'
import type { MessageBus } from '../../src/stores/changes/message-bus.ts'
import { until } from '../support/until.ts'

const notes = { notes: [{ board: 1 }] } as const
const elsewhere = { notes: [{ board: 2 }] } as const

/** Processes that hear each other at once. */
class Processes implements AsyncDisposable {
  readonly #checkMs: number
  readonly #hearers = new Set<(text?: string) => void>()
  readonly #stack = new AsyncDisposableStack()

  constructor(checkMs = 60_000) {
    this.#checkMs = checkMs
  }

  /** Starts one that somebody watches. */
  async start(): Promise<Process> {
    const database = this.#stack.use(createDatabase('sqlite::memory:'))
    const line = { isCut: false }
    const bus: MessageBus = {
      hears: true,
      send: (text) => {
        if (line.isCut) return
        for (const heard of this.#hearers) heard(text)
      },
      listen: (heard) => {
        this.#hearers.add(heard)
        heard()
        return { [Symbol.dispose]: () => this.#hearers.delete(heard) }
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
    const feed = this.#stack.use(new ChangeFeed([database], { bus, checkMs: this.#checkMs }))
    feed.watch(elsewhere, () => {})
    await feed.ready
    return new Process(database, feed, line)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync()
  }
}

class Process {
  readonly feed: ChangeFeed
  readonly #database: Database
  readonly #line: { isCut: boolean }

  constructor(database: Database, feed: ChangeFeed, line: { isCut: boolean }) {
    this.#database = database
    this.feed = feed
    this.#line = line
  }

  /** Is not heard any more. */
  kill(): void {
    this.#line.isCut = true
  }

  /** Commits a note of board 1. */
  write(): void {
    this.#database.changes.tell([{ table: 'notes', rows: [{ board: 1 }], isDelete: false }])
  }
}

/** Two processes, and one that ends when they know it. */
async function startThree(processes: Processes) {
  const one = await processes.start()
  const other = await processes.start()
  const short = await processes.start()
  await until(() => one.feed.peers === 2 && other.feed.peers === 2)
  return { one, other, short }
}

function toNumbers(position: string): ReadonlyMap<string, number> {
  return new Map(
    position.split(',').map((entry) => {
      const [source = '', number] = entry.split(':')
      return [source, Number(number)]
    }),
  )
}

describe('a process that has changed something and ended', () => {
  it('has changed it for who comes later with a position from before', async () => {
    await using processes = new Processes()
    const one = await processes.start()
    const other = await processes.start()
    const [own, others] = [one.feed.position, other.feed.position]
    const short = await processes.start()

    short.write()
    await short.feed.close()

    assert.deepEqual([one.feed.peers, other.feed.peers], [1, 1])
    assert.deepEqual(
      [one.feed.hasChanged(notes, own), one.feed.hasChanged(notes, others)],
      [true, true],
    )
  })

  it('has changed nothing for who comes with a position from after its end, of any process', async () => {
    await using processes = new Processes()
    const { one, other, short } = await startThree(processes)
    short.write()
    await short.feed.close()
    // Each hears of the end.
    await until(() => !one.feed.hasChanged(notes, other.feed.position))

    const [own, others] = [one.feed.position, other.feed.position]

    assert.deepEqual(
      [one.feed.hasChanged(notes, own), one.feed.hasChanged(notes, others)],
      [false, false],
    )
  })

  it('may have changed anything, for who comes with a position from before, if it was killed', async () => {
    await using processes = new Processes(20)
    const one = await processes.start()
    const other = await processes.start()
    await until(() => one.feed.peers === 1 && other.feed.peers === 1)
    const others = other.feed.position
    const short = await processes.start()

    short.kill()
    short.write()
    await until(() => one.feed.peers === 1)

    assert.equal(one.feed.hasChanged(notes, others), true)
  })

  it('has published its last messages for who was with it, and comes back to another', async () => {
    await using processes = new Processes()
    const { other, short } = await startThree(processes)
    const before = other.feed.position
    short.feed.publish('room', 'heard')
    await until(() => other.feed.publishedSince('room', before).length === 1)
    const since = short.feed.position
    short.feed.publish('room', 'missed')

    await short.feed.close()

    assert.deepEqual(other.feed.publishedSince('room', since), ['missed'])
    assert.deepEqual(other.feed.publishedSince('room', other.feed.position), [])
  })

  it('leaves a position that is later than any before', async () => {
    await using processes = new Processes()
    const { one, short } = await startThree(processes)
    const before = one.feed.position

    await short.feed.close()

    const [earlier, later] = [toNumbers(before), toNumbers(one.feed.position)]
    const grown = [...later].filter(([source, number]) => number > (earlier.get(source) ?? -1))
    assert.equal(grown.length, 1, `${one.feed.position} is not later than ${before}`)
  })
})
