import type { Change } from '../../data/database/changes/change.ts'
import type { Published } from './message.ts'
import type { ReadSet } from '../../data/queries/reads/read-set.ts'
import { concerns } from './watchers.ts'

/** An entry of one source. A source is a process, or the remarks of one. */
interface HistoryEntry {
  readonly source: string
  readonly number: number
  /** `undefined` if anything may have changed. */
  readonly changes: readonly Change[] | undefined
  /** The messages that were published with it. */
  readonly published?: readonly Published[]
}

/** An entry with its time of arrival, in milliseconds of `performance.now()`. */
interface HeardEntry extends HistoryEntry {
  readonly at: number
}

/** How many entries are remembered, for clients that come back. */
const ENTRIES_LIMIT = 1000

/** If a position is longer than this, it contains only the source of its own process. */
const LONGEST_POSITION = 500

/**
 * The latest entries of each source, and how far each source was heard.
 *
 * A position says how far each source was heard: `a8Xk:12,q0Lm:7`. Each source counts its own entries, so processes
 * understand each other's positions without a common clock.
 */
export class History {
  readonly #heard = new Map<string, number>()
  /** For each source, the number after which the history has every entry; -1 if it has all. */
  readonly #completeAfter = new Map<string, number>()
  #entries: HeardEntry[] = []
  readonly #begunAt = new Map<string, number>()
  /** When the last forgotten entry was heard. */
  #forgottenUntil = -Infinity

  heard(source: string): number | undefined {
    return this.#heard.get(source)
  }

  /** Starts with a source. `isWhole` says that it has changed nothing before its first entry. */
  begin(source: string, number: number, isWhole: boolean): void {
    this.#heard.set(source, number)
    this.#begunAt.set(source, performance.now())
    this.#completeAfter.set(source, isWhole && number === 0 ? NOTHING_BEFORE : number)
  }

  /** Forgets a source that has ended. */
  end(source: string): void {
    this.#heard.delete(source)
    this.#completeAfter.delete(source)
    this.#begunAt.delete(source)
    this.#entries = this.#entries.filter((entry) => entry.source !== source)
  }

  /**
   * Forgets a source that has ended, but keeps its entries: they count as entries of another source, with this number.
   * A position that contains the number is from after the end. An earlier one may not contain the ended source at all.
   *
   * Its published messages stay under its own name, because only an earlier position says how many of them were heard.
   */
  pass(ended: string, { source, number, hasToldAll }: Passing): void {
    const told = this.#entries.filter((entry) => entry.source === ended)
    const left = this.#entries.flatMap((entry) =>
      entry.source === ended ? toMessages(entry) : [entry],
    )
    const isWhole = (this.#completeAfter.get(ended) ?? NOTHING_BEFORE) === NOTHING_BEFORE
    this.end(ended)
    this.#entries = left
    this.#heard.set(source, number)
    for (const { changes } of told) this.add({ source, number, changes })
    if (!isWhole || !hasToldAll) this.add({ source, number, changes: undefined })
  }

  add(entry: HistoryEntry): void {
    const { source, number } = entry
    this.#heard.set(source, Math.max(number, this.#heard.get(source) ?? 0))
    this.#entries.push({ ...entry, at: performance.now() })
    if (this.#entries.length <= ENTRIES_LIMIT) return
    const dropped = this.#entries.splice(0, this.#entries.length - ENTRIES_LIMIT / 2)
    this.#forgottenUntil = dropped.at(-1)?.at ?? -Infinity
    for (const each of dropped) {
      const complete = this.#completeAfter.get(each.source)
      // A message of an ended source: no position counts by that source any more.
      if (complete === undefined) continue
      this.#completeAfter.set(each.source, Math.max(complete, each.number))
    }
  }

  /** The position at a time, from the view of one source. `Infinity` means now. */
  position(own: string, time: number): string {
    const heard = time === Infinity ? this.#heard : this.#heardBefore(time)
    const all = toText(heard, [...heard.keys()])
    return all.length <= LONGEST_POSITION ? all : toText(heard, [own, remarksOf(own)])
  }

  /** How far each source was heard before a time. */
  #heardBefore(time: number): ReadonlyMap<string, number> {
    if (time <= this.#forgottenUntil)
      return new Map([...this.#heard.keys()].map((each) => [each, 0]))
    const heard = new Map(this.#heard)
    for (const [source, begunAt] of this.#begunAt) {
      if (begunAt < time) continue
      // Only a whole source is known to have changed nothing before it was heard.
      if (this.#completeAfter.get(source) === NOTHING_BEFORE) heard.set(source, 0)
      else heard.delete(source)
    }
    for (const { source, number, at } of this.#entries.toReversed()) {
      if (at < time) break
      const known = heard.get(source)
      if (known !== undefined) heard.set(source, Math.min(known, Math.max(number - 1, 0)))
    }
    return heard
  }

  /** Whether something that these reads depend on may have changed after a position. */
  hasChanged(reads: ReadSet, since: string): boolean {
    const known = parsePosition(since)
    if (known === undefined) return true
    for (const [source, complete] of this.#completeAfter) {
      if (!isRemark(source) && (known.get(source) ?? NOTHING_BEFORE) < complete) return true
    }
    for (const source of known.keys()) {
      if (!isRemark(source) && !this.#heard.has(source)) return true
    }
    return this.#entries.some(({ source, number, changes }) => {
      // Another process has its own remarks. A gap in the numbers shows what was missed of a source.
      if (isRemark(source) && !known.has(source)) return false
      if (number <= (known.get(source) ?? 0)) return false
      return changes === undefined || changes.some((change) => concerns(change, reads))
    })
  }

  /** The messages on a channel after a position, as far as they are remembered. */
  publishedSince(channel: string, since: string): readonly unknown[] {
    const known = parsePosition(since)
    return this.#entries
      .filter(({ source, number }) => number > (known?.get(source) ?? Infinity))
      .flatMap(({ published = [] }) => published)
      .flatMap(([to, message]) => (to === channel ? [message] : []))
  }
}

/** The part of an entry that stays when its source has ended: the published messages. */
function toMessages(entry: HeardEntry): readonly HeardEntry[] {
  return (entry.published ?? []).length > 0 ? [{ ...entry, changes: [] }] : []
}

function toText(heard: ReadonlyMap<string, number>, sources: readonly string[]): string {
  return sources.map((source) => `${source}:${heard.get(source) ?? 0}`).join(',')
}

/** The source and number that take over the entries of an ended source. */
interface Passing {
  readonly source: string
  readonly number: number
  /** Whether the ended source has told all its changes. */
  readonly hasToldAll: boolean
}

const NOTHING_BEFORE = -1

/**
 * The source of remarks: a process notices that something has changed, but not what. Other processes do not hear it.
 */
export function remarksOf(source: string): string {
  return `${source}-x`
}

function isRemark(source: string): boolean {
  return source.endsWith('-x')
}

/** Reads a position, which may come from a client; `undefined` if it is malformed. */
function parsePosition(text: string): ReadonlyMap<string, number> | undefined {
  if (text.length > LONGEST_POSITION || !POSITION.test(text)) return undefined
  return new Map(
    text.split(',').map((entry) => {
      const [source = '', number] = entry.split(':')
      return [source, Number(number)] as const
    }),
  )
}

const POSITION = /^[\w-]+:\d{1,15}(?:,[\w-]+:\d{1,15})*$/
