import { TimeLimit } from '../../../base/support/loop/time-limit.ts'
import type { RedisClient } from './redis-client.ts'
import type { RedisScript } from './redis-script.ts'

/** A client, from its creation until its connection is lost. */
export class RedisLink {
  readonly client: RedisClient
  /** The scripts whose text was sent over this connection. */
  readonly known = new Set<RedisScript>()
  /** Resolves when the client is closed. Rejects with the error that ended the connection. */
  readonly lost: Promise<void>
  /** Whether an answer is overdue. Nothing is sent during that time. */
  isSuspended = false
  isLost = false
  readonly #settle: PromiseWithResolvers<void>
  #patience: TimeLimit | undefined

  constructor(client: RedisClient) {
    this.client = client
    this.#settle = Promise.withResolvers()
    this.lost = this.#settle.promise
    this.lost.catch(ignoreLoss)
    client.on('error', (error) => this.lose(error))
    client.on('end', () => this.lose(undefined))
  }

  lose(error: unknown): void {
    this.isLost = true
    this.#patience?.stop()
    if (error === undefined) this.#settle.resolve()
    else this.#settle.reject(error)
  }

  /** Waits for the overdue answer. Calls `onLost` if it does not arrive. */
  suspend(patienceMs: number, onLost: () => void): void {
    this.isSuspended = true
    this.#patience = new TimeLimit(patienceMs, onLost)
  }

  resume(): void {
    this.isSuspended = false
    this.#patience?.stop()
  }
}

function ignoreLoss(): void {
  // Users of the link await its loss. This handler prevents an unhandled rejection before they do.
}
