import type { PostgresHost } from '../../../database/database-url.ts'
import type { SessionKind } from './session-kind.ts'

export interface PostgresServersOptions {
  readonly hosts: readonly PostgresHost[]
  readonly sessionKind: SessionKind
  /** How long a connection is used; 0 disables the limit. */
  readonly lifetimeMs: number
}

/**
 * The servers that a database may be on, and the time before which its connections are out of date.
 *
 * After a failover, connections to the old primary may stay open: it still answers, and refuses each
 * write. So the first refused write makes all connections of this database out of date, and new
 * connections look for the right server again. A maximum lifetime does the same slowly, for changes
 * that nothing reports, such as a host name with a new address.
 */
export class PostgresServers {
  readonly sessionKind: SessionKind
  readonly #hosts: readonly PostgresHost[]
  readonly #lifetimeMs: number
  /** The index of the server that was reached last. */
  #current = 0
  /** Connections opened before this time are out of date. */
  #validSince = -Infinity
  #refusesWrites = false
  readonly #onFailover = new Set<() => void>()

  constructor({ hosts, sessionKind, lifetimeMs }: PostgresServersOptions) {
    this.#hosts = hosts
    this.sessionKind = sessionKind
    this.#lifetimeMs = lifetimeMs
  }

  /** All servers, beginning with the one that was reached last. */
  get candidates(): readonly PostgresHost[] {
    return [...this.#hosts.slice(this.#current), ...this.#hosts.slice(0, this.#current)]
  }

  /** The server that was reached last, or the first. */
  get current(): PostgresHost | undefined {
    return this.#hosts[this.#current]
  }

  /** Whether a read-only server has refused a write, and no server is known to accept writes since then. */
  get refusesWrites(): boolean {
    return this.#refusesWrites
  }

  /** Notes that a connection to this server was made. */
  reached(host: PostgresHost): void {
    this.#current = Math.max(0, this.#hosts.indexOf(host))
  }

  /** Notes that the server accepts writes. */
  acceptsWrites(): void {
    this.#refusesWrites = false
  }

  /** Notes that a server refused a write: every connection is out of date. */
  refusedWrite(): void {
    this.#refusesWrites = true
    if (this.renew()) for (const listener of this.#onFailover) listener()
  }

  /** Calls `listener` when a refused write has made every connection out of date. */
  onFailover(listener: () => void): Disposable {
    this.#onFailover.add(listener)
    return { [Symbol.dispose]: () => void this.#onFailover.delete(listener) }
  }

  /**
   * Makes every connection out of date, at most once a second, because a database may stay
   * read-only. Returns whether it has done so.
   */
  renew(): boolean {
    const now = performance.now()
    if (now - this.#validSince <= RENEWED_MS) return false
    this.#validSince = now
    return true
  }

  /** When a connection should be replaced. The times vary by a fifth, so that not all connections end together. */
  toExpiry(openedAt: number): number {
    if (this.#lifetimeMs === 0) return Infinity
    return openedAt + this.#lifetimeMs * (1 - JITTER * Math.random())
  }

  /** Whether a connection was opened after the last known failover. */
  isCurrent(openedAt: number): boolean {
    return openedAt >= this.#validSince
  }
}

const RENEWED_MS = 1000
const JITTER = 0.2
