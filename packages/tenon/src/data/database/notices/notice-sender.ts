import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Sends notices to other processes: the first at once, those of the next few milliseconds together.
 *
 * PostgreSQL commits transactions that run `NOTIFY` one after another, under one lock for the whole server,
 * and a transaction with changes waits for the disk while it holds the lock. So notices are sent after the
 * commit, by a statement that does not wait for the disk.
 */
export class NoticeSender {
  readonly #send: (channel: string, text: string) => Promise<unknown>
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  readonly #waiting = new Map<string, readonly [channel: string, text: string]>()
  /** Notices are sent one after another, because statements on several connections may overtake each other. */
  #sent: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** `send` runs `NOTIFY`. Its errors are ignored, because listeners also poll from time to time. */
  constructor(send: (channel: string, text: string) => Promise<unknown>) {
    this.#send = send
  }

  /** Sends a notice. Equal notices within a few milliseconds are sent once. A text may have at most 7,999 bytes. */
  add(channel: string, text = ''): void {
    this.#waiting.set(`${channel} ${text}`, [channel, text])
    // Leave the caller's context, because the statement belongs to no request.
    if (this.#timer === undefined) this.#inOwnContext(() => void this.flush())
  }

  /** Sends the waiting notices; resolves when the server has answered all of them. */
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
