import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Sends notices to the other processes: the first at once, those of the next few milliseconds together.
 *
 * A transaction that runs `NOTIFY` itself holds a lock while it commits, which all such transactions of
 * the server wait for, one after another, each for the disk. A statement that does nothing else does
 * not wait for the disk.
 */
export class NoticeSender {
  readonly #send: (channel: string, text: string) => Promise<unknown>
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  readonly #waiting = new Map<string, readonly [channel: string, text: string]>()
  /** One after another, because statements of several connections may overtake each other. */
  #sent: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** `send` runs `NOTIFY`. If it fails, nobody is told: a listener looks from time to time. */
  constructor(send: (channel: string, text: string) => Promise<unknown>) {
    this.#send = send
  }

  /** Equal notices of the next few milliseconds are sent once. A text has at most 7,999 bytes. */
  add(channel: string, text = ''): void {
    this.#waiting.set(`${channel} ${text}`, [channel, text])
    // The statement belongs to no request.
    if (this.#timer === undefined) this.#inOwnContext(() => void this.flush())
  }

  /** Sends what waits; resolves when all that was sent has arrived. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const notice of this.#waiting.values()) {
      this.#sent = this.#sent.then(() => this.#send(...notice)).catch(ignore)
    }
    if (this.#waiting.size > 0) {
      this.#waiting.clear()
      this.#timer = setTimeout(() => void this.flush(), GATHERED_MS).unref()
    }
    await this.#sent
  }
}

const GATHERED_MS = 5

function ignore(): void {
  // See the constructor.
}
