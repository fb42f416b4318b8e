import { DatabaseError } from 'pg'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { ChangeLog } from '../../database/changes/change-log.ts'
import { findTransaction } from '../../database/current-database.ts'
import { DatabaseUnavailable, SerializationFailure } from '../../database/database-error.ts'
import type { UnavailableReason } from '../../database/database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../../database/database.ts'
import type { Listener } from '../../database/notices/notices.ts'
import type { CompiledSql, Sql } from '../../database/sql.ts'
import type {
  DatabaseValue,
  Dialect,
  KeyLookup,
  Row,
  Rows,
  Statement,
} from '../../database/statement.ts'
import { readPrimaryFromNow, readsReplica } from './read-scope.ts'
import type { Replica } from './replica.ts'

/**
 * A primary database and its read replicas.
 *
 * Only reads of models and queries use a replica, and only outside of transactions and before the first
 * write of the current scope. Everything else uses the primary. Raw SQL counts as a write, because it may
 * be one.
 */
export class ReplicatedDatabase implements Database {
  readonly dialect: Dialect
  readonly name: string | undefined
  readonly description: string
  readonly replicas: readonly Database[]
  readonly #primary: Database
  readonly #replicas: readonly Replica[]
  #next = 0

  constructor(primary: Database, replicas: readonly Replica[]) {
    this.dialect = primary.dialect
    this.name = primary.name
    this.description = primary.description
    this.replicas = replicas.map(({ database }) => database)
    this.#primary = primary
    this.#replicas = replicas
  }

  get hears(): Database['hears'] {
    return this.#primary.hears
  }

  get rowLevelSecurity(): Database['rowLevelSecurity'] {
    return this.#primary.rowLevelSecurity
  }

  get changes(): ChangeLog {
    return this.#primary.changes
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    if (statement.access === 'read') return this.#read((each) => each.run(statement, parameters))
    readPrimaryFromNow()
    return this.#primary.run(statement, parameters)
  }

  lookup(lookup: KeyLookup, key: DatabaseValue): MaybePromise<Row | undefined> {
    return this.#read((each) => each.lookup(lookup, key))
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    readPrimaryFromNow()
    return this.#primary.execute(statement)
  }

  query<Record extends object>(fragment: Sql): Promise<Record[]> {
    readPrimaryFromNow()
    return this.#primary.query(fragment)
  }

  script(sql: string): Promise<void> {
    readPrimaryFromNow()
    return this.#primary.script(sql)
  }

  transaction<Result>(body: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    readPrimaryFromNow()
    return this.#primary.transaction(body, options)
  }

  afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    return this.#primary.afterCommit(callback)
  }

  listen(channel: string, listener: Listener): Disposable {
    return this.#primary.listen(channel, listener)
  }

  wake(channel: string, text?: string): void {
    this.#primary.wake(channel, text)
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#primary.ping(timeoutMs)
  }

  pools(): readonly PoolUsage[] {
    const ofReplicas = this.replicas.flatMap((replica, i) =>
      replica.pools().map((pool) => ({ ...pool, name: `replica-${i + 1}-${pool.name}` })),
    )
    return [...this.#primary.pools(), ...ofReplicas]
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary, ...this.replicas].map((database) => database.close()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #read<Result>(work: (database: Database) => MaybePromise<Result>): MaybePromise<Result> {
    if (!readsReplica() || findTransaction(this.#primary) !== undefined) return work(this.#primary)
    const available = this.#replicas.filter((replica) => replica.isAvailable)
    if (available.length === 0) return work(this.#primary)
    return this.#readFrom(available, work)
  }

  /** Reads from the next replica in turn; if it fails, from the others, and at last from the primary. */
  async #readFrom<Result>(
    available: readonly Replica[],
    work: (database: Database) => MaybePromise<Result>,
  ): Promise<Result> {
    const first = this.#next++ % available.length
    for (const replica of [...available.slice(first), ...available.slice(0, first)]) {
      try {
        return await work(replica.database)
      } catch (error) {
        if (isAway(error)) replica.leave(error)
        // A replica cancels a read that conflicts with changes from the primary: try the next one.
        else if (!(error instanceof SerializationFailure)) throw error
      }
    }
    return work(this.#primary)
  }
}

/** Whether the replica itself is the problem. A statement that the server cancelled would be slow elsewhere too. */
function isAway(error: unknown): error is DatabaseUnavailable {
  if (!(error instanceof DatabaseUnavailable)) return false
  const isCancelled = error.reason === 'timeout' && error.cause instanceof DatabaseError
  return AWAY.has(error.reason) && !isCancelled
}

const AWAY: ReadonlySet<UnavailableReason> = new Set([
  'unreachable',
  'refused',
  'lost',
  'timeout',
  'damaged',
])
