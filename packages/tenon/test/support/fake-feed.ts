import type { ReadSet } from '../../src/data/queries/reads/read-set.ts'
import type { LiveFeed } from '../../src/pages/live/live-streams.ts'
import { Presence } from '../../src/stores/changes/presence.ts'

/** A feed of changes of whole tables, without a database. It keeps all messages, also those that a client has seen. */
export class FakeFeed implements LiveFeed {
  readonly #watchers = new Set<(table: string) => void>()
  readonly #changes: string[] = []
  readonly #hearers = new Set<(channel: string, message: unknown) => void>()
  readonly #published: (readonly [channel: string, message: unknown])[] = []
  readonly presence = new Presence({ tell: () => {}, graceMs: 0 })

  get position(): string {
    return `fake:${this.#changes.length}`
  }

  get watchers(): number {
    return this.#watchers.size
  }

  change(table: string): void {
    this.#changes.push(table)
    for (const watcher of this.#watchers) watcher(table)
  }

  watch(reads: ReadSet, told: (position: string) => void): () => void {
    const watcher = (table: string): void => {
      if (table in reads) told(this.position)
    }
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  publish(channel: string, message: unknown): void {
    this.#published.push([channel, message])
    for (const hearer of this.#hearers) hearer(channel, message)
  }

  hear(channel: string, heard: (message: unknown) => void): () => void {
    const hearer = (to: string, message: unknown): void => {
      if (to === channel) heard(message)
    }
    this.#hearers.add(hearer)
    return () => this.#hearers.delete(hearer)
  }

  publishedSince(channel: string): readonly unknown[] {
    return this.#published.filter(([to]) => to === channel).map(([, message]) => message)
  }

  tellAlive(): void {}

  onAlive(): void {}

  hasChanged(reads: ReadSet, since: string): boolean {
    const number = /^fake:(\d+)$/.exec(since)?.[1]
    return (
      number === undefined || this.#changes.slice(Number(number)).some((table) => table in reads)
    )
  }
}
