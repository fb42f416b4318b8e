import { Client, type ClientConfig } from 'pg'
import { TimeLimit } from '../../../base/support/loop/time-limit.ts'
import type { NoticeSource, NoticeWatch } from './notices.ts'

/** Hears `NOTIFY` on a connection of its own, opened for the first listener. */
export function listenOnConnection(client: ClientConfig, servers: NoticeServers): NoticeSource {
  return { start: (tell, channels) => new NoticeConnection({ client, servers }, tell, channels) }
}

/** Where to listen: the server that was reached last. */
interface NoticeServers {
  readonly current: { readonly host: string; readonly port: number } | undefined
  onFailover(listener: () => void): Disposable
}

interface NoticeParts {
  readonly client: ClientConfig
  readonly servers: NoticeServers
}

/**
 * A connection that listens. When it is lost it is opened again, and every channel is told, because
 * notices sent in the meantime are lost too.
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
    // The old primary still listens, but nobody writes there any more.
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
      // A worker that waits for notices polls as well, and reports an outage itself.
      await client.end().catch(ignore)
      this.#reconnect(client)
    }
  }

  /** A connection on which nothing arrives looks like one on which there is nothing to say. */
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

  /** Does not wait for a server that does not answer. */
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

/** Channels are names in our own code. */
function toListen(channel: string): string {
  return `listen ${channel}`
}

function ignore(): void {
  // `end` follows and opens another connection.
}
