/*
 * One open event stream. It holds what the client has not been told yet as a map by name, and hands
 * it over only when the connection takes it: however slow a client is, it costs no more than its tickets.
 */

/** What a stream is about. */
export interface LiveStreamOptions {
  /** The address of the client, or its network. */
  readonly address: string
  /** How long the client waits before it comes back. */
  readonly retryMs: number
  /** Where the feed of changes is. */
  readonly position: () => string
  readonly onClose: () => void
}

/** How a stream begins. */
export interface StreamStart {
  /** The places of the tickets that are not followed. */
  readonly refused?: readonly number[]
  /** The name that the client sends as its sign of life. */
  readonly sign?: string
}

/** A stream of server-sent events that tells a client what to ask for again. */
export class LiveStream {
  readonly address: string
  readonly openedAt = Date.now()
  /** When the client was last told that something has changed, by `performance.now()`: the system's clock may jump. */
  toldAt = 0
  /** What had changed then. */
  told: readonly string[] = []
  readonly body: ReadableStream<Uint8Array>
  readonly #options: LiveStreamOptions
  /** What has changed and the client has not been told, with the position of the last change. */
  readonly #changed = new Map<string, string>()
  readonly #stops: (() => void)[] = []
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** Messages that the client has not read yet. */
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** How much may wait. What a stream begins with does, until the client reads for the first time. */
  #limitBytes = Infinity
  /** Whether the client is told when it reads on. */
  #isDue = false
  #isClosed = false

  constructor(options: LiveStreamOptions) {
    this.address = options.address
    this.#options = options
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      pull: () => {
        if (this.#isDue) this.flush()
        if (this.#waiting.length > 0) this.#sendWaiting()
      },
      cancel: () => this.#close(),
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether there is something that the client has not been told. */
  get isBehind(): boolean {
    return this.#changed.size > 0
  }

  /**
   * Tells the client how long to wait before it reconnects, and whatever else it needs first. It has a position only
   * if the client knows all changes up to it: one whose connection is cut now will come back with it.
   */
  open(content: StreamStart, position: string | undefined): void {
    const retry = encoder.encode(`retry: ${this.#options.retryMs}\n`)
    this.#enqueue(Buffer.concat([retry, toEvent(position, content)]))
  }

  /** How much more of what was missed a stream may begin with. */
  get missedBytesLeft(): number {
    return Math.max(waitingLimitBytes - this.#waitingBytes, 0)
  }

  /** Ends the beginning: from now on, a client that reads too slowly is disconnected, and reconnects. */
  begin(): void {
    this.#limitBytes = this.#waitingBytes + waitingLimitBytes
  }

  /** Sends an event of a channel. */
  send(event: Uint8Array): void {
    if (this.#isClosed) return
    // An event says up to where the client knows all changes.
    if (this.isBehind) this.flush()
    if (this.#isWanted && this.#waiting.length === 0) return this.#enqueue(event)
    this.#waiting.push(event)
    this.#waitingBytes += event.byteLength
    if (this.#waitingBytes > this.#limitBytes) this.end()
  }

  /** Adds what ends with the stream, such as a watcher. */
  defer(stop: () => void): void {
    if (this.#isClosed) stop()
    else this.#stops.push(stop)
  }

  /** Notes that what a ticket follows has changed; `flush` tells the client. */
  note(watch: string, position: string): void {
    // The last one alone is not enough: an answer may include it, and not one before by another process.
    const isAnother = this.#changed.has(watch)
    this.#changed.set(watch, isAnother ? this.#options.position() : position)
  }

  /** Tells the client what has changed, as soon as it reads. */
  flush(): void {
    if (this.#changed.size === 0 || this.#isClosed) return
    this.#isDue = !this.#isWanted
    if (this.#isDue) return
    const changed = Object.fromEntries(this.#changed)
    this.#changed.clear()
    this.toldAt = performance.now()
    this.told = Object.keys(changed)
    this.#sendNow({ changed })
  }

  /** Shows that the connection is alive, and until when nothing has changed. */
  beat(): void {
    if (this.#isWanted && !this.isBehind) this.#sendNow({})
  }

  /** Ends the stream. */
  end(): void {
    if (this.#isClosed) return
    this.#controller?.close()
    this.#close()
  }

  /** Whether the connection has taken everything so far. */
  get #isWanted(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  #sendWaiting(): void {
    const events = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    this.#limitBytes = waitingLimitBytes
    this.#enqueue(Buffer.concat(events))
  }

  #sendNow(content: object): void {
    this.#enqueue(toEvent(this.#options.position(), content))
  }

  #enqueue(event: Uint8Array): void {
    if (!this.#isClosed) this.#controller?.enqueue(event)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const stop of this.#stops.splice(0)) stop()
    this.#options.onClose()
  }
}

/** How much of messages waits for a client that does not read. */
const waitingLimitBytes = 64 * 1024

const encoder = new TextEncoder()

/** Writes an event, with the position up to which its reader knows all changes, if there is one. */
export function toEvent(position: string | undefined, content: object): Uint8Array {
  const id = position === undefined ? '' : `id: ${position}\n`
  return encoder.encode(`${id}data: ${JSON.stringify(content)}\n\n`)
}
