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
  /** How many milliseconds a command may take before it fails. */
  readonly answerLimitMs: number
}

/** Sends a command and returns the server's answer. */
export type Send = (command: readonly string[]) => Promise<unknown>

/** Keys of one kind. If too many deletions are waiting to be repeated, the whole table is emptied instead. */
export interface KeyTable {
  /** The start of its keys, for the log. */
  readonly prefix: string
  empty(send: Send): Promise<unknown>
}

/**
 * A connection that never makes a caller wait.
 *
 * The server answers a command in time, or the command fails with `StoreUnavailable`. After that, commands fail
 * immediately until the overdue answer arrives. If it does not arrive, the connection is dropped and opened again in
 * the background. So a stopped, frozen, unreachable or slow server is the same case, and only the first commands wait
 * for it.
 *
 * Some commands must not be lost: an invalidation, and the release of a lock or claim. A lock or claim may be taken
 * although the answer was lost, because a frozen server executes pending commands when it wakes up. Such commands are
 * repeated before the connection is used again. If a table has more of them than the connection remembers, it empties
 * that table instead. If the server refuses such a command, the connection is dropped too, because the server might
 * return outdated values.
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

  /** Whether the server was full within the last ten seconds: it refused to store something. */
  get isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  /** Sends a command. Rejects only with `StoreUnavailable`. */
  send(command: readonly string[]): Promise<unknown> {
    const link = this.#usable
    if (link === undefined) return Promise.reject(new StoreUnavailable())
    return this.#inTime(link, link.client.sendCommand(command))
  }

  /** Runs a script. Sends its text if the server may not know it yet. */
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
    // Send the text at once: waiting for a NOSCRIPT reply would change the order of commands.
    link.known.add(script)
    return this.#inTime(link, sendText())
  }

  /** Deletes keys of a table, now or as soon as the server is available again. Never rejects. */
  async delete(table: KeyTable, keys: readonly string[]): Promise<void> {
    const command = ['DEL', ...keys]
    try {
      await this.send(command)
    } catch {
      // The only error is `StoreUnavailable`.
      this.#amend(table, keys.join('\n'), (send) => send(command))
    }
  }

  /**
   * Releases a key that `owner` holds, now or as soon as the server is available again. If too many releases are
   * waiting, a key without a table is left to expire. Never rejects.
   */
  async release(table: KeyTable | undefined, key: string, owner: string): Promise<void> {
    try {
      await this.run(releaseScript, [key], [owner])
    } catch {
      // The only error is `StoreUnavailable`.
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

  /** Empties a table when it has more deletions than the connection remembers. */
  #amendAll(table: KeyTable | undefined, amends: Map<string, Amend>): void {
    const wasAll = amends.has(everything)
    amends.clear()
    if (table === undefined) return
    if (!wasAll) this.#parts.log.warn(everythingMessage, { prefix: table.prefix })
    // A new function each time, so that a table that is being emptied now is emptied again.
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

  /** An error reply does not affect the connection, unless a read-only replica sent it. */
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

  /** The overdue answer has arrived. Repeats the lost commands first. */
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
    // Sent last, with the time limit of a command: a server that is too slow for it is not used.
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
/** At least the usual interval between probes. */
const fullForMs = 10_000
const amendLimit = 10_000
const everything = 'everything'
const everythingMessage =
  'More values were deleted than are remembered, so what holds them, the cache or that of the sessions, is emptied before the key-value store is used again'

/** Repeats a command that failed while the server was unavailable. */
type Amend = (send: Send) => Promise<unknown>

/** The error after a time limit. `busyMs` is how long this process was busy during it. */
function noAnswer(limitMs: number, busyMs: number): Error {
  return busyMs > 0 ? new ProcessBusy(busyMs) : new Error(`No answer within ${limitMs} ms`)
}

/** Whether an error is a reply of the server, optionally with a certain code, and not a failed connection. */
function isErrorReply(error: unknown, code = ''): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && error.message.startsWith(code)
}

function ignoreAbort(): void {
  // `close` has ended the pause. The loop checks the signal itself.
}
