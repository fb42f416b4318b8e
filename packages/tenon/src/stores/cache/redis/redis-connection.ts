import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../base/log/log.ts'
import { ThrottledLog } from '../../../base/log/throttled-log.ts'
import { ProcessBusy } from '../../../base/support/loop/process-busy.ts'
import { TimeLimit } from '../../../base/support/loop/time-limit.ts'
import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import { releaseScript } from './lease-scripts.ts'
import type { CreateRedisClient } from './redis-client.ts'
import { RedisLink } from './redis-link.ts'
import type { RedisScript } from './redis-script.ts'
import { StoreUnavailable } from './store-unavailable.ts'

export interface RedisConnectionParts {
  readonly createClient: CreateRedisClient
  /** The server's address, safe to log. */
  readonly description: string
  readonly log: Log
  /** How long a command may take before it fails. */
  readonly answerLimitMs: number
}

/** Sends a command and returns what the server answers. */
export type Send = (command: readonly string[]) => Promise<unknown>

/** Keys of one kind, which are deleted together if more of them were to be deleted than is remembered. */
export interface KeyTable {
  /** What its keys begin with, for the log. */
  readonly prefix: string
  empty(send: Send): Promise<unknown>
}

/**
 * A connection that never makes a caller wait.
 *
 * A command is answered in time, or fails with `StoreUnavailable`. After that, commands fail immediately
 * until the overdue answer arrives; if it does not, the connection is dropped and opened again in
 * the background. A stopped, frozen, unreachable or slow server is therefore the same case, and the
 * first command to notice it is the last one to wait.
 *
 * Commands that must not be lost are repeated before the connection is used again: an invalidation
 * that failed, and the release of a lock or claim that may have been taken although the answer was
 * lost (a frozen server executes pending commands when it wakes up). If there are more than can be
 * remembered of a table, it is emptied instead, and no other one. If the server refuses such a command, the connection is
 * dropped as well, because what it would return may be outdated.
 */
export class RedisConnection {
  readonly #parts: RedisConnectionParts
  readonly #warning: ThrottledLog
  readonly #fullWarning: ThrottledLog
  readonly #busyWarning: ThrottledLog
  readonly #amends = new Map<KeyTable | undefined, Map<string, Amend>>()
  readonly #closing = new AbortController()
  #link: RedisLink | undefined
  #hasWarned = false
  #fullUntil = -Infinity

  /** Resolves when the first connection attempt has succeeded or failed. */
  readonly firstAttempt: Promise<void>

  /** Starts connecting. */
  constructor(parts: RedisConnectionParts) {
    this.#parts = parts
    this.#warning = new ThrottledLog(parts.log, 'warn')
    this.#fullWarning = new ThrottledLog(parts.log, 'warn')
    this.#busyWarning = new ThrottledLog(parts.log, 'warn')
    this.firstAttempt = new Promise((resolve) => void this.#stayConnected(resolve))
  }

  get isConnected(): boolean {
    return this.#usable !== undefined
  }

  /** Whether the server has refused to store something within the last seconds: it is full. */
  get isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  /** Sends a command. Only rejects with `StoreUnavailable`. */
  send(command: readonly string[]): Promise<unknown> {
    const link = this.#usable
    if (link === undefined) return Promise.reject(new StoreUnavailable())
    return this.#inTime(link, link.client.sendCommand(command))
  }

  /** Runs a script, sending its text if the server does not know it yet. */
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const link = this.#usable
    if (link === undefined) return Promise.reject(new StoreUnavailable())
    const rest = [String(keys.length), ...keys, ...values.map(String)]
    const sendText = () => link.client.sendCommand(['EVAL', script.text, ...rest])
    if (link.known.has(script)) {
      return this.#inTime(
        link,
        link.client.sendCommand(['EVALSHA', script.hash, ...rest]),
        sendText,
      )
    }
    // Sent immediately rather than on request, so commands keep the order of their calls.
    link.known.add(script)
    return this.#inTime(link, sendText())
  }

  /** Deletes keys of a table, now or as soon as the server is available again. Never rejects. */
  async delete(table: KeyTable, keys: readonly string[]): Promise<void> {
    const command = ['DEL', ...keys]
    try {
      await this.send(command)
    } catch {
      // Only `StoreUnavailable`.
      this.#amend(table, keys.join('\n'), (send) => send(command))
    }
  }

  /**
   * Releases a key that `owner` holds, now or as soon as the server is available again. A key that belongs to no table ends
   * with its time if there are too many to remember. Never rejects.
   */
  async release(table: KeyTable | undefined, key: string, owner: string): Promise<void> {
    try {
      await this.run(releaseScript, [key], [owner])
    } catch {
      // Only `StoreUnavailable`.
      const command = ['EVAL', releaseScript.text, '1', key, owner]
      this.#amend(table, `${key} ${owner}`, (send) => send(command))
    }
  }

  close(): void {
    this.#closing.abort()
    this.#link?.lose(undefined)
  }

  get #usable(): RedisLink | undefined {
    return this.#link?.isSuspended === true ? undefined : this.#link
  }

  #amend(table: KeyTable | undefined, id: string, amend: Amend): void {
    const amends = this.#amends.get(table) ?? new Map<string, Amend>()
    this.#amends.set(table, amends)
    amends.set(id, amend)
    if (amends.size > amendLimit) this.#amendAll(table, amends)
    const link = this.#usable
    if (link !== undefined) this.#lose(link, new Error('A deletion or a release was refused'))
  }

  /** Empties a table instead of deleting more keys than are remembered. */
  #amendAll(table: KeyTable | undefined, amends: Map<string, Amend>): void {
    const wasAll = amends.has(everything)
    amends.clear()
    if (table === undefined) return
    if (!wasAll) this.#parts.log.warn(everythingMessage, { prefix: table.prefix })
    // A function of its own: what is being emptied now is emptied again.
    amends.set(everything, (send) => table.empty(send))
  }

  #inTime(
    link: RedisLink,
    first: Promise<unknown>,
    retry?: () => Promise<unknown>,
  ): Promise<unknown> {
    const { answerLimitMs } = this.#parts
    return new Promise((resolve, reject) => {
      const expire = (busyMs: number): void => {
        const error = noAnswer(answerLimitMs, busyMs)
        this.#suspend(link, error)
        reject(new StoreUnavailable(error))
      }
      let limit = new TimeLimit(answerLimitMs, expire)
      const succeed = (reply: unknown): void => {
        limit.stop()
        if (link.isSuspended) void this.#resume(link)
        resolve(reply)
      }
      const fail = (error: unknown): void => {
        limit.stop()
        this.#complain(link, error)
        reject(new StoreUnavailable(error))
      }
      first.then(succeed, (error: unknown) => {
        if (retry === undefined || !isErrorReply(error, 'NOSCRIPT')) return fail(error)
        limit.stop()
        retry().then(succeed, fail)
        limit = new TimeLimit(answerLimitMs, expire)
      })
    })
  }

  /** An error reply does not affect the connection, unless it comes from a read-only replica. */
  #complain(link: RedisLink, error: unknown): void {
    if (!isErrorReply(error) || isErrorReply(error, 'READONLY')) return this.#lose(link, error)
    if (isErrorReply(error, 'OOM')) this.#tellFull(error)
    else this.#warn(error)
    if (link.isSuspended) void this.#resume(link)
  }

  #suspend(link: RedisLink, error: unknown): void {
    if (link.isSuspended || link.isLost) return
    this.#warn(error)
    link.suspend(patienceMs, () => this.#lose(link, error))
  }

  /** The overdue answer has arrived: first repeats the commands that were lost meanwhile. */
  async #resume(link: RedisLink): Promise<void> {
    try {
      await this.#makeAmends(link)
    } catch (error) {
      return this.#lose(link, error)
    }
    if (!link.isSuspended || link.isLost) return
    link.resume()
    this.#tellReturn()
  }

  #lose(link: RedisLink, error: unknown): void {
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

  /** Connects and waits until the connection is lost. */
  async #useOne(isUsable: () => void): Promise<void> {
    const link = new RedisLink(this.#parts.createClient())
    try {
      await Promise.race([this.#open(link), link.lost])
      if (link.isLost || this.#closing.signal.aborted) return
      this.#link = link
      this.#fullUntil = -Infinity
      this.#tellReturn()
      isUsable()
      await link.lost
    } finally {
      this.#link = undefined
      if (link.client.isOpen) link.client.destroy()
    }
  }

  async #open(link: RedisLink): Promise<void> {
    await withinLimit(connectLimitMs, link.client.connect(), (ms) => noAnswer(connectLimitMs, ms))
    await this.#makeAmends(link)
    // Sent last and limited like a command: a server that is too slow for it is not used.
    const { answerLimitMs } = this.#parts
    const ping = link.client.sendCommand(['PING'])
    await withinLimit(answerLimitMs, ping, (ms) => noAnswer(answerLimitMs, ms))
  }

  async #makeAmends({ client }: RedisLink): Promise<void> {
    const late = (busyMs: number): Error => noAnswer(connectLimitMs, busyMs)
    const send: Send = (command) => withinLimit(connectLimitMs, client.sendCommand(command), late)
    const nextAmends = () => this.#amends.values().find(({ size }) => size > 0)
    for (let amends = nextAmends(); amends !== undefined; amends = nextAmends()) {
      const batch = [...amends].slice(0, 1000)
      await Promise.all(batch.map(([, amend]) => amend(send)))
      for (const [id, amend] of batch) if (amends.get(id) === amend) amends.delete(id)
    }
  }

  #warn(error: unknown): void {
    if (this.#closing.signal.aborted) return
    if (error instanceof ProcessBusy) return this.#tellBusy(error)
    const message =
      'The key-value store is unavailable: nothing is cached, limits let requests through, locks cannot be taken'
    if (this.#warning.write(message, { error, server: this.#parts.description })) {
      this.#hasWarned = true
    }
  }

  #tellBusy(error: ProcessBusy): void {
    const message = 'This process was too busy for the key-value store and continues without it'
    this.#busyWarning.write(message, { error, server: this.#parts.description })
  }

  #tellFull(error: unknown): void {
    this.#fullUntil = performance.now() + fullForMs
    const message =
      'The key-value store is full: nothing new is cached, limits let requests through, locks cannot be taken. Raise its maxmemory, or set maxmemory-policy to allkeys-lru'
    this.#fullWarning.write(message, { error, server: this.#parts.description })
  }

  #tellReturn(): void {
    if (!this.#hasWarned) return
    this.#hasWarned = false
    this.#parts.log.info('The key-value store is available again', {
      server: this.#parts.description,
    })
  }
}

const connectLimitMs = 1000
/** How long to wait for an overdue answer before the connection is dropped. */
const patienceMs = 500
const retryPauseMs = 250
/** At least the interval at which probes usually ask. */
const fullForMs = 10_000
const amendLimit = 10_000
const everything = 'everything'
const everythingMessage =
  'More values were deleted than are remembered, so what holds them, the cache or that of the sessions, is emptied before the key-value store is used again'

/** Does what could not be done while the server was unavailable. */
type Amend = (send: Send) => Promise<unknown>

/** The error after a time limit. `busyMs` is how long this process was busy then; 0 if it was not. */
function noAnswer(limitMs: number, busyMs: number): Error {
  return busyMs > 0 ? new ProcessBusy(busyMs) : new Error(`No answer within ${limitMs} ms`)
}

/** Distinguishes an error reply, optionally with a certain code, from a failed connection. */
function isErrorReply(error: unknown, code = ''): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && error.message.startsWith(code)
}

function ignoreAbort(): void {
  // `close` ended the pause, and the loop checks the signal itself.
}
