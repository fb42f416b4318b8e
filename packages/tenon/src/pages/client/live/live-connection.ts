import { basePath } from '../route-table.ts'

/*
 * The stream of one tab. It is a POST that the server answers with server-sent events. An EventSource would
 * have the tickets in its URL, and logs would contain them. The stream reconnects by itself when it ends.
 */

/** The functions that a connection calls. */
export interface LiveListener {
  /** Called with the names of changed watches and the positions of the changes. */
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
  /**
   * Called with the names of the tickets that the server rejected, because they have expired or the login has ended.
   */
  readonly onRefused: (watches: readonly string[], isLoggedOut: boolean) => void
  readonly onMessage?: (watch: string, message: unknown) => void
  readonly onMembers?: (watch: string, members: Members) => void
}

/** The members of a channel, at most 100, and their number. */
export interface Members {
  readonly members: readonly unknown[]
  readonly count: number
}

/** A listener that also learns when a connection is closed for good. */
interface ConnectionListener extends Required<LiveListener> {
  readonly onClose: () => void
}

/** A followed ticket, and the position up to which its changes are known. */
export interface Following {
  readonly ticket: string
  since: string
  /** Whether it is a seat on a channel. A seat ends when its watch changes. */
  readonly isSeat?: boolean
  /** The members of the channel, as the server has listed them last. */
  members?: Members
}

/** How often a tab sends a sign of life if it is listed as a member. The server uses the same interval. */
const signEveryMs = 2500

/** The time without data after which a stream counts as dead: more than two intervals of the server's signs of life. */
const silenceMs = 60_000
const longestWaitMs = 30_000

/** A stream of changes that reconnects until it is closed. */
export class LiveConnection {
  readonly #following: Map<string, Following>
  readonly #listener: ConnectionListener
  #signing: ReturnType<typeof setInterval> | undefined
  #abort = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs = 1000
  #failures = 0
  #isClosed = false

  /** Follows tickets. The keys are the names of their watches. */
  constructor(following: ReadonlyMap<string, Following>, listener: ConnectionListener) {
    this.#following = new Map(following)
    this.#listener = listener
    void this.#open()
  }

  /** Whether the connection follows all of these tickets. */
  covers(following: ReadonlyMap<string, Following>): boolean {
    return [...following].every(([watch, { ticket, isSeat }]) => {
      const known = this.#following.get(watch)
      return known !== undefined && (isSeat !== true || known.ticket === ticket)
    })
  }

  /** The position up to which the changes of a watch are known. */
  since(watch: string): string | undefined {
    return this.#following.get(watch)?.since
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#signing)
    this.#abort.abort()
  }

  async #open(): Promise<void> {
    const abort = new AbortController()
    this.#abort = abort
    const watches = [...this.#following.keys()]
    const tickets = [...this.#following.values()].map(({ ticket, since }) => [ticket, since])
    try {
      this.#expectSign()
      const response = await fetch(`${basePath()}/_app/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ tickets }),
        signal: abort.signal,
      })
      if (response.status === 401 || response.status === 403) {
        this.close()
        this.#listener.onClose()
        this.#listener.onRefused(watches, response.status === 401)
        return
      }
      if (!response.ok || response.body === null) throw new Error(`Status ${response.status}`)
      this.#failures = 0
      await this.#read(response.body, watches)
    } catch {
      // Whatever the error is, such as a lost network: the connection is opened again below.
      this.#failures += 1
    } finally {
      // Abort, because a stream that is not read to its end would keep its connection open.
      abort.abort()
    }
    clearInterval(this.#signing)
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
    // Sound: the server of this page writes it.
    const told = JSON.parse(fields.get('data') ?? '{}') as LiveEvent
    const refused = (told.refused ?? []).flatMap((place) => watches[place] ?? [])
    for (const watch of refused) this.#following.delete(watch)
    if (position !== undefined) for (const each of this.#following.values()) each.since = position
    if (told.sign !== undefined) this.#showSigns(told.sign)
    this.#tell(told)
    if (refused.length > 0) this.#listener.onRefused(refused, false)
  }

  #tell({ changed = {}, messages = [], here = {} }: LiveEvent): void {
    for (const watch of Object.keys(changed)) {
      if (this.#following.get(watch)?.isSeat === true) this.#following.delete(watch)
    }
    this.#listener.onChange(changed)
    for (const [watch, message] of messages) this.#listener.onMessage(watch, message)
    for (const [watch, members] of Object.entries(here)) this.#listener.onMembers(watch, members)
  }

  /** Sends signs of life regularly, because the server cannot see that a connection was lost. */
  #showSigns(sign: string): void {
    clearInterval(this.#signing)
    this.#signing = setInterval(() => {
      fetch(`${basePath()}/_app/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sign }),
        signal: this.#abort.signal,
      }).catch(() => {
        // Without signs the server ends the stream, and it is opened again.
      })
    }, signEveryMs)
  }

  #comeBack(): void {
    const waitMs = Math.min(this.#retryMs * 2 ** Math.max(0, this.#failures - 1), longestWaitMs)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(), waitMs)
  }

  /** Aborts the stream if no data arrives for too long, because a dead connection may not report its end. */
  #expectSign(): void {
    clearTimeout(this.#timer)
    const { signal } = this.#abort
    if (!signal.aborted) this.#timer = setTimeout(() => this.#abort.abort(), silenceMs)
  }
}

interface LiveEvent {
  readonly changed?: Readonly<Record<string, string>>
  readonly refused?: readonly number[]
  readonly messages?: readonly (readonly [watch: string, message: unknown])[]
  readonly here?: Readonly<Record<string, Members>>
  readonly sign?: string
}
