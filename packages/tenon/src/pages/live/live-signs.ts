import type { ChangeFeed } from '../../stores/changes/change-feed.ts'
import type { LiveStream } from './live-stream.ts'

/** The parts of the feed that signs use. Another process may have the stream of a client. */
export type SignFeed = Pick<ChangeFeed, 'tellAlive' | 'onAlive'>

/**
 * A stream ends if its client sends no sign of life for this long: a dead connection may look open. Signs are due every
 * 2.5 s.
 */
const silentMs = 6000
/** How often signs are checked, and how long signs for other processes are collected. */
const lookEveryMs = 500
/** How many signs are passed on together at most. */
const passedLimit = 60

/** The streams whose clients have to send signs of life, because they are listed as members. */
export class LiveSigns {
  readonly #feed: SignFeed
  readonly #silentMs: number
  readonly #streams = new Map<string, Signing>()
  #passed = new Set<string>()
  #looking: NodeJS.Timeout | undefined
  #lookedAt = 0

  constructor(feed: SignFeed, limitMs = silentMs) {
    this.#feed = feed
    this.#silentMs = limitMs
    feed.onAlive((ids) => {
      for (const id of ids) this.#note(id)
    })
  }

  /** Expects signs of a stream, until the returned function is called. */
  expect(id: string, stream: LiveStream): () => void {
    this.#streams.set(id, { stream, heardAt: performance.now() })
    this.#look()
    return () => void this.#streams.delete(id)
  }

  /** Records a sign, or passes it on to the process that has the stream. */
  hear(id: string): void {
    if (this.#note(id) || this.#passed.size >= passedLimit) return
    this.#passed.add(id)
    this.#look()
  }

  #note(id: string): boolean {
    const signing = this.#streams.get(id)
    if (signing !== undefined) signing.heardAt = performance.now()
    return signing !== undefined
  }

  #look(): void {
    if (this.#looking !== undefined) return
    this.#lookedAt = performance.now()
    this.#looking = setInterval(() => this.#check(), lookEveryMs).unref()
  }

  #check(): void {
    const now = performance.now()
    // Do not count time in which this process was blocked: it could not receive signs.
    const stoodStillMs = Math.max(0, now - this.#lookedAt - lookEveryMs)
    this.#lookedAt = now
    for (const signing of this.#streams.values()) {
      signing.heardAt += stoodStillMs
      if (now - signing.heardAt > this.#silentMs) signing.stream.end()
    }
    if (this.#passed.size > 0) this.#feed.tellAlive([...this.#passed])
    this.#passed = new Set()
    if (this.#streams.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}

interface Signing {
  readonly stream: LiveStream
  heardAt: number
}
