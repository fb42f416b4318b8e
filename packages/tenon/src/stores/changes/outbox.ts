import { type Change, ChangeList } from '../../data/database/changes/change.ts'
import type { Published } from './message.ts'

/** Sends commits and messages, numbered from `first`. `undefined` means unknown changes. */
export type Send = (
  first: number,
  changes: ChangeList | undefined,
  published: readonly Published[],
) => void

/** Collects what this process commits and publishes within a few milliseconds, for the other processes. */
export class Outbox {
  readonly #send: Send
  /** Runs timers outside the current request. */
  readonly #inOwnContext: <Result>(work: () => Result) => Result
  #changes = new ChangeList()
  #published: Published[] = []
  #publishedBytes = 0
  #last = 0
  #sent = 0
  #timer: NodeJS.Timeout | undefined

  constructor(send: Send, inOwnContext: <Result>(work: () => Result) => Result) {
    this.#send = send
    this.#inOwnContext = inOwnContext
  }

  /** The number of the last sent commit or message. */
  get sent(): number {
    return this.#sent
  }

  /** Adds the changes of a commit; `undefined` if they are unknown. */
  addChanges(number: number, changes: readonly Change[] | undefined): void {
    this.#last = number
    if (changes === undefined) this.#changes.addUnseen()
    else for (const change of changes) this.#changes.add(change)
    this.#sendSoon()
  }

  addMessage(number: number, published: Published): void {
    const bytes = Buffer.byteLength(JSON.stringify(published))
    if (this.#publishedBytes + bytes > MOST_BYTES) this.send()
    this.#last = number
    this.#published.push(published)
    this.#publishedBytes += bytes
    this.#sendSoon()
  }

  /** Sends everything that is collected. */
  send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#sent === this.#last) return
    const first = this.#sent + 1
    const changes = this.#changes
    const published = this.#published
    this.#changes = new ChangeList()
    this.#published = []
    this.#publishedBytes = 0
    this.#sent = this.#last
    this.#send(first, changes.hasUnseen ? undefined : changes, published)
  }

  #sendSoon(): void {
    this.#timer ??= this.#inOwnContext(() => setTimeout(() => this.send(), GATHERED_MS).unref())
  }
}

/** How many milliseconds commits are collected for one message. */
const GATHERED_MS = 5

/** The most bytes of published messages in one message to other processes. */
const MOST_BYTES = 6500
