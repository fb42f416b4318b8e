import { type Change, ChangeList } from '../../data/database/changes/change.ts'
import type { Published } from './message.ts'

/** Sends commits and messages from a number on; `undefined` stands for changes that are not known. */
export type Send = (
  first: number,
  changes: ChangeList | undefined,
  published: readonly Published[],
) => void

/** Gathers for the other processes what was committed and published here within a few milliseconds. */
export class Outbox {
  readonly #send: Send
  /** Runs what it starts outside of the current request. */
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

  /** The number of the last commit or message that was sent. */
  get sent(): number {
    return this.#sent
  }

  /** Adds the changes of a commit; `undefined` if they are not known. */
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

  /** Sends what there is. */
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

/** How long commits are gathered for one message. */
const GATHERED_MS = 5

/** How many bytes of published messages one message to other processes has. */
const MOST_BYTES = 6500
