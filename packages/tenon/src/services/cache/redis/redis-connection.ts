import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import { RareWarning } from '../rare-warning.ts'
import { releaseScript } from './lease-scripts.ts'
import type { CreateRedisClient, RedisClient } from './redis-client.ts'
import type { RedisScript } from './redis-script.ts'
import { StoreAway } from './store-away.ts'

export interface RedisConnectionParts {
  readonly createClient: CreateRedisClient
  /** The server, as it may stand in the log. */
  readonly description: string
  readonly log: Log
  /** How long a command may take before the connection is given up. */
  readonly answerLimitMs: number
}

/**
 * A connection that never makes a caller wait: a command is answered in time, or fails with
 * `StoreAway`, and then the connection is thrown away and made anew in the background. While there is
 * none, commands fail at once. So a server that is stopped, frozen, unreachable or just slow is one
 * case, and the first command to notice it is the last to wait for it.
 *
 * What must not be left undone is made up for before the next connection is used: an invalidation that
 * did not get through, a lock or claim that may have been taken although nobody heard of it (a frozen
 * server reads what it was sent once it wakes). A connection on which it was refused is given up, too:
 * what is read there is not what it should be any more.
 */
export class RedisConnection {
  readonly #parts: RedisConnectionParts
  readonly #warning: RareWarning
  readonly #amends = new Map<string, readonly string[]>()
  readonly #closing = new AbortController()
  #link: Link | undefined
  #hasWarned = false

  /** Resolves when the first attempt to connect has come out one way or the other. */
  readonly firstAttempt: Promise<void>

  /** Starts to connect. */
  constructor(parts: RedisConnectionParts) {
    this.#parts = parts
    this.#warning = new RareWarning(parts.log)
    this.firstAttempt = new Promise((resolve) => void this.#stayConnected(resolve))
  }

  get isConnected(): boolean {
    return this.#link !== undefined
  }

  /** Sends a command. Rejects with nothing but `StoreAway`. */
  send(command: readonly string[]): Promise<unknown> {
    const link = this.#link
    if (link === undefined) return Promise.reject(new StoreAway())
    return this.#inTime(link, link.client.sendCommand(command))
  }

  /** Runs a script, whose text the server is sent when it does not know it yet. */
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const link = this.#link
    if (link === undefined) return Promise.reject(new StoreAway())
    const rest = [String(keys.length), ...keys, ...values.map(String)]
    const sendText = () => link.client.sendCommand(['EVAL', script.text, ...rest])
    if (link.known.has(script)) {
      return this.#inTime(
        link,
        link.client.sendCommand(['EVALSHA', script.hash, ...rest]),
        sendText,
      )
    }
    // At once, and not when the server has asked for it: commands stay in the order of their calls.
    link.known.add(script)
    return this.#inTime(link, sendText())
  }

  /** Deletes keys: now, or as soon as the server is back. Never rejects. */
  async delete(keys: readonly string[]): Promise<void> {
    try {
      await this.send(['DEL', ...keys])
    } catch {
      // Nothing but `StoreAway`.
      for (const key of keys) this.#amend(key, ['DEL', key])
    }
  }

  /** Gives up a key that `owner` holds: now, or as soon as the server is back. Never rejects. */
  async release(key: string, owner: string): Promise<void> {
    try {
      await this.run(releaseScript, [key], [owner])
    } catch {
      // Nothing but `StoreAway`.
      this.#amend(`${key} ${owner}`, ['EVAL', releaseScript.text, '1', key, owner])
    }
  }

  close(): void {
    this.#closing.abort()
    this.#link?.lose(undefined)
  }

  #amend(id: string, command: readonly string[]): void {
    this.#amends.set(id, command)
    const [oldest] = this.#amends.keys()
    if (this.#amends.size > amendLimit && oldest !== undefined) this.#amends.delete(oldest)
    if (this.#link !== undefined) this.#lose(this.#link, new Error(`${command[0]} was refused`))
  }

  #inTime(link: Link, first: Promise<unknown>, retry?: () => Promise<unknown>): Promise<unknown> {
    const { answerLimitMs } = this.#parts
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        clearTimeout(timer)
        this.#complain(link, error)
        reject(new StoreAway(error))
      }
      const timer = setTimeout(() => {
        // When this process itself was busy, the answer may lie in the socket: it is read before
        // `setImmediate`.
        setImmediate(() => fail(new Error(`No answer within ${answerLimitMs} ms`)))
      }, answerLimitMs)
      const succeed = (reply: unknown): void => {
        clearTimeout(timer)
        resolve(reply)
      }
      first.then(succeed, (error: unknown) => {
        if (retry !== undefined && isErrorReply(error, 'NOSCRIPT')) retry().then(succeed, fail)
        else fail(error)
      })
    })
  }

  /** An answer that is an error leaves the connection alone, unless it comes from a replica. */
  #complain(link: Link, error: unknown): void {
    if (isErrorReply(error) && !isErrorReply(error, 'READONLY')) {
      this.#warn(error)
      return
    }
    this.#lose(link, error)
  }

  #lose(link: Link, error: unknown): void {
    if (this.#link === link) this.#link = undefined
    link.lose(error)
  }

  async #stayConnected(firstAttemptIsOver: () => void): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#useOne(firstAttemptIsOver)
      } catch (error) {
        this.#warn(error)
      }
      firstAttemptIsOver()
      await delay(retryPauseMs, undefined, { signal: this.#closing.signal }).catch(ignoreAbort)
    }
  }

  /** Connects and stays until the connection is lost. */
  async #useOne(isUsable: () => void): Promise<void> {
    const link = new Link(this.#parts.createClient())
    try {
      await Promise.race([this.#open(link), link.lost, expire(connectLimitMs)])
      if (link.isLost || this.#closing.signal.aborted) return
      this.#link = link
      this.#tellReturn()
      isUsable()
      await link.lost
    } finally {
      this.#link = undefined
      if (link.client.isOpen) link.client.destroy()
    }
  }

  async #open({ client }: Link): Promise<void> {
    await client.connect()
    while (this.#amends.size > 0) {
      const batch = [...this.#amends].slice(0, 1000)
      await Promise.all(batch.map(([, command]) => client.sendCommand(command)))
      for (const [id, command] of batch) {
        if (this.#amends.get(id) === command) this.#amends.delete(id)
      }
    }
    // Asked last, and in the time that a command has: whoever is too slow for that is not used.
    await Promise.race([client.sendCommand(['PING']), expire(this.#parts.answerLimitMs)])
  }

  #warn(error: unknown): void {
    if (this.#closing.signal.aborted) return
    const message =
      'The key-value store is away: nothing is cached, limits let through, locks cannot be taken'
    if (this.#warning.warn(message, { error, server: this.#parts.description })) {
      this.#hasWarned = true
    }
  }

  #tellReturn(): void {
    if (!this.#hasWarned) return
    this.#hasWarned = false
    this.#parts.log.info('The key-value store is back', { server: this.#parts.description })
  }
}

const connectLimitMs = 1000
const retryPauseMs = 250
const amendLimit = 10_000

/** A client from its making to its loss. */
class Link {
  readonly client: RedisClient
  /** Scripts whose text this connection has sent. */
  readonly known = new Set<RedisScript>()
  /** Resolves when the client is of no use any more; rejects with what went wrong. */
  readonly lost: Promise<void>
  readonly lose: (error: unknown) => void
  isLost = false

  constructor(client: RedisClient) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.client = client
    this.lost = promise
    this.lost.catch(ignoreLoss)
    this.lose = (error) => {
      this.isLost = true
      if (error === undefined) resolve()
      else reject(error)
    }
    client.on('error', this.lose)
    client.on('end', this.lose)
  }
}

async function expire(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new Error(`No answer within ${ms} ms`)
}

/** Tells an error that the server answered with, optionally one of a code, from a failed connection. */
function isErrorReply(error: unknown, code = ''): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && error.message.startsWith(code)
}

function ignoreAbort(): void {
  // The pause was ended by `close`, and the loop looks at the signal itself.
}

function ignoreLoss(): void {
  // Whoever uses the link awaits its loss; until then nobody does.
}
