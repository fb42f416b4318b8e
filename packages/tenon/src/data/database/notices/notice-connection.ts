import { Client, type ClientConfig } from 'pg'
import { TimeLimit } from '../../../base/support/loop/time-limit.ts'
import type { NoticeSource, NoticeWatch } from './notices.ts'

/** Receives `NOTIFY` on a separate connection, which the first listener opens. */
export function listenOnConnection(client: ClientConfig, servers: NoticeServers): NoticeSource {
  return { start: (tell, channels) => new NoticeConnection({ client, servers }, tell, channels) }
}

/** The server to listen on: the one that was reached last. */
interface NoticeServers {
  readonly current: { readonly host: string; readonly port: number } | undefined
  onFailover(listener: () => void): Disposable
}

interface NoticeParts {
  readonly client: ClientConfig
  readonly servers: NoticeServers
}

/**
 * A connection that listens. If it is lost, it is opened again and the listeners of every channel are
 * called, because notices sent in the meantime are lost.
 */
class NoticeConnection implements NoticeWatch {
  readonly #parts: NoticeParts
  readonly #tell: (channel?: string, text?: string) => void
  readonly #channels: () => readonly string[]
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #checking: NodeJS.Timeout | undefined
  #failures = 0
  readonly #failovers: Disposable
  #isClosed = false

  constructor(
    parts: NoticeParts,
    tell: (channel?: string, text?: string) => void,
    channels: () => readonly string[],
  ) {
    this.#parts = parts
    this.#tell = tell
    this.#channels = channels
    // The old primary still accepts listeners, but nobody notifies it any more.
    this.#failovers = parts.servers.onFailover(() => void this.#client?.end().catch(ignore))
    void this.#connect()
  }

  follow(channel: string): void {
    this.#client?.query(toListen(channel)).catch(ignore)
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#failovers[Symbol.dispose]()
    clearTimeout(this.#timer)
    clearInterval(this.#checking)
    void this.#client?.end().catch(ignore)
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#parts.client, ...this.#parts.servers.current })
    client.on('error', ignore)
    client.on('end', () => this.#reconnect(client))
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload || undefined))
    this.#client = client
    try {
      await client.connect()
      for (const channel of this.#channels()) await client.query(toListen(channel))
      if (this.#isClosed) return
      this.#failures = 0
      this.#check(client)
      this.#tell()
    } catch {
      // Ignore it: a worker that waits for notices also polls, and reports an outage itself.
      await client.end().catch(ignore)
      this.#reconnect(client)
    }
  }

  /** Checks the connection regularly: without notices, a dead connection looks like a healthy one. */
  #check(client: Client): void {
    clearInterval(this.#checking)
    this.#checking = setInterval(() => {
      const limit = new TimeLimit(CHECK_MS, () => this.#drop(client))
      client.query('select 1').then(
        () => limit.stop(),
        () => limit.stop(),
      )
    }, CHECK_MS).unref()
  }

  /** Replaces the connection without waiting for a server that does not answer. */
  #drop(client: Client): void {
    client.connection.stream.destroy()
    this.#reconnect(client)
  }

  #reconnect(client: Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#checking)
    const pauseMs = Math.min(RECONNECT_MS * 2 ** this.#failures, LONGEST_PAUSE_MS)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#connect(), pauseMs).unref()
  }
}

const RECONNECT_MS = 500
const LONGEST_PAUSE_MS = 8000
/** How often the connection is checked, and how long the answer may take. */
const CHECK_MS = 3000

/** Channels need no quotes, because they are names in Tenon's own code. */
function toListen(channel: string): string {
  return `listen ${channel}`
}

function ignore(): void {
  // The event `end` follows and opens another connection.
}
