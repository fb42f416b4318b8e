import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../../base/log/log.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import { TimeLimit } from '../../base/support/loop/time-limit.ts'
import {
  type CreateRedisClient,
  loadRedisClient,
  type RedisClient,
} from '../cache/redis/redis-client.ts'
import { describeRedisUrl, resolveRedisUrl } from '../cache/redis/redis-url.ts'
import type { MessageBus } from './message-bus.ts'

/**
 * Creates a bus through a Redis or Valkey server.
 *
 * Throws `E_REDIS_URL` for an invalid URL and `E_REDIS_CLIENT` if `@redis/client` is not installed.
 */
export async function createRedisBus(url: string, log: Log): Promise<MessageBus> {
  const redis = resolveRedisUrl(url)
  const createClient = await loadRedisClient(redis)
  const warning = new ThrottledLog(log, 'warn')
  return new RedisBus(createClient, {
    channel: `${redis.prefix}tenon:changes`,
    warn: (error) => warning.write(AWAY, { error, server: describeRedisUrl(redis) }),
  })
}

const AWAY = 'Redis is unavailable, so live pages do not hear of changes in other processes'

interface RedisLineParts {
  readonly channel: string
  readonly warn: (error: unknown) => void
}

/** Uses two connections, because a subscribed connection cannot publish. Opens each on first use. */
class RedisBus implements MessageBus {
  readonly hears = true
  readonly #createClient: CreateRedisClient
  readonly #parts: RedisLineParts
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  #sending: Connection | undefined
  #hearing: Connection | undefined

  constructor(createClient: CreateRedisClient, parts: RedisLineParts) {
    this.#createClient = createClient
    this.#parts = parts
  }

  send(text: string): void {
    const { channel } = this.#parts
    this.#sending ??= this.#connect(() => Promise.resolve())
    this.#sending.use((client) => client.publish(channel, text))
  }

  listen(heard: (text?: string) => void): Disposable {
    this.#hearing ??= this.#connect(async (client) => {
      await client.subscribe(this.#parts.channel, (text) => heard(text))
      heard()
    })
    return { [Symbol.dispose]: () => this.#hearing?.close() }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sending?.sent()
    this.#sending?.close()
    this.#hearing?.close()
  }

  #connect(prepare: (client: RedisClient) => Promise<void>): Connection {
    const { warn } = this.#parts
    return this.#inOwnContext(
      () => new Connection({ createClient: this.#createClient, prepare, warn }),
    )
  }
}

interface ConnectionParts {
  readonly createClient: CreateRedisClient
  /** Prepares a new connection. */
  readonly prepare: (client: RedisClient) => Promise<void>
  readonly warn: (error: unknown) => void
}

/** A connection that is checked every few seconds, and opened again if it is lost. */
class Connection {
  readonly #parts: ConnectionParts
  /** The client that is open or being opened. */
  #client: RedisClient | undefined
  #opening: Promise<void>
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  readonly #sent = new Set<Promise<unknown>>()

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#opening = this.#open()
  }

  /**
   * Runs a command once the connection is open. If the command is lost, the other processes notice the missing number.
   */
  use(command: (client: RedisClient) => Promise<unknown>): void {
    const sent = this.#opening
      .then(() => this.#client && command(this.#client))
      .catch((error: unknown) => this.#parts.warn(error))
    this.#sent.add(sent)
    void sent.then(() => this.#sent.delete(sent))
  }

  async sent(): Promise<void> {
    await Promise.all(this.#sent)
  }

  close(): void {
    clearTimeout(this.#timer)
    const client = this.#client
    // First: the client that ends is not lost, and is not opened again.
    this.#client = undefined
    client?.destroy()
  }

  async #open(): Promise<void> {
    const client = this.#parts.createClient()
    this.#client = client
    client.on('error', (error: unknown) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, undefined))
    try {
      await this.#inTime(this.#connect(client))
      await this.#inTime(this.#parts.prepare(client))
      this.#failures = 0
      this.#check(client)
    } catch (error) {
      this.#lose(client, error)
    }
  }

  /** Connects a client. One that is destroyed before the server has accepted it connects nevertheless. */
  async #connect(client: RedisClient): Promise<void> {
    await client.connect()
    if (this.#client === client) return
    client.destroy()
    throw new Error('Closed while connecting')
  }

  #check(client: RedisClient): void {
    this.#timer = setTimeout(() => {
      this.#inTime(client.ping()).then(
        () => this.#client === client && this.#check(client),
        (error: unknown) => this.#lose(client, error),
      )
    }, CHECK_MS).unref()
  }

  #inTime<Value>(answer: Promise<Value>): Promise<Value> {
    const { promise, reject } = Promise.withResolvers<never>()
    const limit = new TimeLimit(CHECK_MS, () => reject(new Error('No answer'))).unref()
    return Promise.race([answer, promise]).finally(() => limit.stop())
  }

  #lose(client: RedisClient, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    if (client.isOpen) client.destroy()
    if (error !== undefined) this.#parts.warn(error)
    const pauseMs = Math.min(PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS)
    this.#failures += 1
    this.#timer = setTimeout(() => {
      this.#opening = this.#open()
    }, pauseMs).unref()
  }
}

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8000
/** How often the connection is checked, and how long a reply may take, in milliseconds. */
const CHECK_MS = 3000
