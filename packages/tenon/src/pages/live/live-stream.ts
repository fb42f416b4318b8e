/*
 * One open event stream. It keeps unreported changes in a map by watch and sends them only when the
 * connection accepts data (backpressure). So a slow client needs no more memory than its tickets.
 */

/** The parts of a stream that do not change. */
export interface LiveStreamOptions {
  /** The address of the client, or its network. */
  readonly address: string
  /** How long the client waits before it reconnects. */
  readonly retryMs: number
  /** The current position of the feed of changes. */
  readonly position: () => string
  readonly onClose: () => void
}

/** The content of a stream's first event. */
export interface StreamStart {
  /** The indexes of the tickets that are not followed. */
  readonly refused?: readonly number[]
  /** The name that the client sends as its sign of life. */
  readonly sign?: string
}

/** A stream of server-sent events that tells a client which props to reload. */
export class LiveStream {
  readonly address: string
  readonly openedAt = Date.now()
  /** When changes were last sent to the client, by `performance.now()`, because the system's clock may jump. */
  toldAt = 0
  /** The watches that were sent then. */
  told: readonly string[] = []
  readonly body: ReadableStream<Uint8Array>
  readonly #options: LiveStreamOptions
  /** The changed watches that were not sent yet, with the position of the last change. */
  readonly #changed = new Map<string, string>()
  readonly #stops: (() => void)[] = []
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** Messages that the client has not read yet. */
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** How many bytes may wait. No limit applies to the content with which the stream begins. */
  #limitBytes = Infinity
  /** Whether changes have to be sent as soon as the client reads. */
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

  /** Whether there are changes that were not sent yet. */
  get isBehind(): boolean {
    return this.#changed.size > 0
  }

  /**
   * Sends the first event, with the time to wait before reconnecting. Pass a position only if the client knows all
   * changes up to it: if the connection is cut now, the client reconnects with this position.
   */
  open(content: StreamStart, position: string | undefined): void {
    const retry = encoder.encode(`retry: ${this.#options.retryMs}\n`)
    this.#enqueue(Buffer.concat([retry, toEvent(position, content)]))
  }

  /** How many more bytes of missed messages the stream may begin with. */
  get missedBytesLeft(): number {
    return Math.max(waitingLimitBytes - this.#waitingBytes, 0)
  }

  /** Ends the initial phase: from now on, a client that reads too slowly is disconnected, and reconnects. */
  begin(): void {
    this.#limitBytes = this.#waitingBytes + waitingLimitBytes
  }

  /** Sends an event of a channel. */
  send(event: Uint8Array): void {
    if (this.#isClosed) return
    // The event carries a position up to which the client must know all changes, so send those first.
    if (this.isBehind) this.flush()
    if (this.#isWanted && this.#waiting.length === 0) return this.#enqueue(event)
    this.#waiting.push(event)
    this.#waitingBytes += event.byteLength
    if (this.#waitingBytes > this.#limitBytes) this.end()
  }

  /** Registers a function to call when the stream ends, such as stopping a watcher. */
  defer(stop: () => void): void {
    if (this.#isClosed) stop()
    else this.#stops.push(stop)
  }

  /** Records that a watch has changed. `flush` sends it to the client. */
  note(watch: string, position: string): void {
    // With several changes, use the current position: an answer may include the last change but not an earlier one of
    // another process.
    const isAnother = this.#changed.has(watch)
    this.#changed.set(watch, isAnother ? this.#options.position() : position)
  }

  /** Sends the recorded changes, or waits until the client reads. */
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

  /** Sends a sign of life with the current position, unless changes wait to be sent. */
  beat(): void {
    if (this.#isWanted && !this.isBehind) this.#sendNow({})
  }

  /** Ends the stream. */
  end(): void {
    if (this.#isClosed) return
    this.#controller?.close()
    this.#close()
  }

  /** Whether the connection has accepted all data so far. */
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

/** How many bytes of messages wait for a client that does not read. */
const waitingLimitBytes = 64 * 1024

const encoder = new TextEncoder()

/** Writes an event. `position` is the position up to which its reader knows all changes. */
export function toEvent(position: string | undefined, content: object): Uint8Array {
  const id = position === undefined ? '' : `id: ${position}\n`
  return encoder.encode(`${id}data: ${JSON.stringify(content)}\n\n`)
}
