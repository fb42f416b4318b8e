/*
 * The stream of one tab. It is a POST that is answered with server-sent events: an EventSource would
 * have the tickets in its URL, and so in logs. It comes back by itself when it ends.
 */

/** What a connection tells. */
export interface LiveListener {
  /** What has changed, with the positions of the changes. */
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
  /** The names of what the server does not let this page follow: its tickets are too old. */
  readonly onRefused: (watches: readonly string[]) => void
}

/** What a connection follows: a ticket, and until when its changes are known. */
export interface Following {
  readonly ticket: string
  since: string
}

/** Longer than two of the server's signs of life. */
const silenceMs = 60_000
const longestWaitMs = 30_000

/** A stream of changes, until it is closed. */
export class LiveConnection {
  readonly #following: ReadonlyMap<string, Following>
  readonly #listener: LiveListener
  #abort = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs = 1000
  #failures = 0
  #isClosed = false

  /** Follows tickets by the names of what they follow. */
  constructor(following: ReadonlyMap<string, Following>, listener: LiveListener) {
    this.#following = following
    this.#listener = listener
    void this.#open()
  }

  /** Whether it follows all of these. */
  covers(watches: Iterable<string>): boolean {
    return [...watches].every((watch) => this.#following.has(watch))
  }

  /** Until when the changes of what it follows are known. */
  since(watch: string): string | undefined {
    return this.#following.get(watch)?.since
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  async #open(): Promise<void> {
    this.#abort = new AbortController()
    const watches = [...this.#following.keys()]
    const tickets = [...this.#following.values()].map(({ ticket, since }) => [ticket, since])
    try {
      this.#expectSign()
      const response = await fetch('/_app/changes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ tickets }),
        signal: this.#abort.signal,
      })
      if (response.status === 401 || response.status === 403) {
        this.close()
        // After a logout nothing is asked for: the page stays as it is until the user goes on.
        if (response.status === 403) this.#listener.onRefused(watches)
        return
      }
      if (!response.ok || response.body === null) throw new Error(`Status ${response.status}`)
      this.#failures = 0
      await this.#read(response.body, watches)
    } catch {
      // Whatever it was, such as a network that is gone: it comes back below.
      this.#failures += 1
    }
    if (!this.#isClosed) this.#comeBack()
  }

  async #read(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    watches: readonly string[],
  ): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      this.#expectSign()
      text += part.value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#take(event, watches)
    }
  }

  #take(event: string, watches: readonly string[]): void {
    const fields = new Map(
      event.split('\n').map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trim()]
      }),
    )
    const retry = Number(fields.get('retry'))
    if (retry > 0) this.#retryMs = retry
    const position = fields.get('id')
    // Sound: it is what the server of this page writes.
    const { changed = {}, refused = [] } = JSON.parse(fields.get('data') ?? '{}') as LiveEvent
    const isRefused = new Set(refused.map((place) => watches[place]))
    if (position !== undefined) {
      for (const [watch, each] of this.#following) if (!isRefused.has(watch)) each.since = position
    }
    this.#listener.onChange(changed)
    if (refused.length > 0)
      this.#listener.onRefused(watches.filter((watch) => isRefused.has(watch)))
  }

  #comeBack(): void {
    const waitMs = Math.min(this.#retryMs * 2 ** Math.max(0, this.#failures - 1), longestWaitMs)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(), waitMs)
  }

  /** Hangs up if nothing is heard for too long: a connection may be dead without having ended. */
  #expectSign(): void {
    clearTimeout(this.#timer)
    const { signal } = this.#abort
    if (!signal.aborted) this.#timer = setTimeout(() => this.#abort.abort(), silenceMs)
  }
}

interface LiveEvent {
  readonly changed?: Readonly<Record<string, string>>
  readonly refused?: readonly number[]
}
