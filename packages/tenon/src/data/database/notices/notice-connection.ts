import { Client, type ClientConfig } from 'pg'
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
  readonly #tell: (channel?: string) => void
  readonly #channels: () => readonly string[]
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #failovers: Disposable
  #isClosed = false

  constructor(
    parts: NoticeParts,
    tell: (channel?: string) => void,
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
    void this.#client?.end().catch(ignore)
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#parts.client, ...this.#parts.servers.current })
    client.on('error', ignore)
    client.on('end', () => this.#reconnect(client))
    client.on('notification', ({ channel }) => this.#tell(channel))
    this.#client = client
    try {
      await client.connect()
      for (const channel of this.#channels()) await client.query(toListen(channel))
      if (!this.#isClosed) this.#tell()
    } catch {
      // A worker that waits for notices polls as well, and reports an outage itself.
      await client.end().catch(ignore)
      this.#reconnect(client)
    }
  }

  #reconnect(client: Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = undefined
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS).unref()
  }
}

const RECONNECT_MS = 500

/** Channels are names in our own code. */
function toListen(channel: string): string {
  return `listen ${channel}`
}

function ignore(): void {
  // `end` follows and opens another connection.
}
