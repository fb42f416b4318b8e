import { Client, type ClientConfig, Query } from 'pg'
import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import { DatabaseUnavailable, wasBusy } from '../../database/database-error.ts'
import { OWNER_SETTING } from '../../database/owners/current-owners.ts'
import { placePostgresRefusal } from '../../database/refusals/postgres-refusal.ts'
import { isUnplaced, type RefusedValueError } from '../../database/refusals/refused-value.ts'
import type { StatementWatch } from '../../database/slow-statement.ts'
import type { CompiledSql } from '../../database/sql.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { requestCancel } from './cancel-request.ts'
import { toPostgresError } from './postgres-error.ts'
import type { PostgresServers } from './servers/postgres-servers.ts'
import { askSessionKind, isOfKind, type CheckedKind } from './servers/session-kind.ts'
import { ConnectionOwners } from './owners/connection-owners.ts'
import { SET_OWNERS, SET_OWNERS_NAME, sqlText, statingOwners } from './owners/stated-query.ts'
import {
  type DriverOptions,
  type Prefix,
  PrefixedQuery,
  reusable,
  toDriverOptions,
  toScriptOptions,
} from './statements/driver-query.ts'
import { type DriverResult, PostgresRows } from './statements/postgres-rows.ts'
import { PreparedNames } from './statements/prepared-names.ts'
import { StatementClock } from './statements/statement-clock.ts'

/** How to open a connection, and how statements run on it. */
export interface PostgresConnectionOptions {
  readonly client: ClientConfig
  /** The servers that the database may be on. */
  readonly servers: PostgresServers
  readonly prepare: boolean
  readonly watch: StatementWatch | undefined
  /** How long a statement may run; 0 disables the limit. */
  readonly timeoutMs: number
  /** Whether several callers share it, so that a cancel request could hit the wrong statement. */
  readonly isShared: boolean
  /** Whether statements tell the server which owner's rows they may see. */
  readonly rowLevelSecurity: boolean
}

/**
 * One connection to PostgreSQL.
 *
 * A statement that runs for too long is cancelled. If the server does not react to the cancel request
 * either, the connection is closed, and every statement sent over it fails.
 */
export class PostgresConnection {
  readonly #client: Client
  readonly #options: PostgresConnectionOptions
  readonly #names: PreparedNames
  readonly #owners: ConnectionOwners
  readonly #clock: StatementClock
  /** A value refused in a transaction, and its statement: the columns are looked up after the transaction. */
  #refused: Refused | undefined
  /** The reason why statements fail if the driver reports only that the connection ended. */
  #failure: Error | undefined
  #isUsable = true
  #isOutdated = false
  readonly #openedAt = performance.now()
  readonly #expiresAt: number

  constructor(options: PostgresConnectionOptions, client = createClient(options)) {
    this.#options = options
    this.#client = client
    this.#names = new PreparedNames(client, (sql) => this.script(sql))
    this.#owners = new ConnectionOwners(client, options.rowLevelSecurity)
    this.#expiresAt = options.servers.toExpiry(this.#openedAt)
    this.#clock = new StatementClock({
      timeoutMs: options.timeoutMs,
      onLate: () => this.#cancel(),
      onTimeout: (busyMs) => this.#giveUp(busyMs),
    })
    this.onceClosed(() => (this.#isUsable = false))
  }

  /**
   * Connects; rejects if the server is not of this kind. Statements that were sent earlier wait for the
   * connection, and fail if it cannot be made.
   */
  async connect(kind: CheckedKind = 'any'): Promise<void> {
    try {
      await this.#connect()
      await this.#assertKind(kind)
    } catch (error) {
      this.#failure = toPostgresError(error, 'connect')
      this.#isUsable = false
      throw this.#failure
    }
  }

  /** Calls `listener` when the connection is lost or has ended. It may call the listener twice. */
  onceClosed(listener: () => void): void {
    this.#client.on('error', listener)
    this.#client.on('end', listener)
  }

  /** How many statements have been sent but not answered. */
  get pending(): number {
    return this.#clock.pending
  }

  /** How long the server has been running the current statement; 0 without a statement. */
  get runningMs(): number {
    return this.#clock.runningMs
  }

  /** Whether it can be reused: it is not lost, and no cancel request can hit its next statement. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Whether another connection should replace it, because its server refuses writes or it is too old. */
  get isOutdated(): boolean {
    return this.isBeforeFailover || performance.now() >= this.#expiresAt
  }

  /** Whether it was opened before the last failover, or its own server has refused a write. */
  get isBeforeFailover(): boolean {
    return this.#isOutdated || !this.#options.servers.isCurrent(this.#openedAt)
  }

  /** Whether a transaction is open. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** Waits for the answers to sent statements, then closes. */
  end(): Promise<void> {
    return this.#client.end()
  }

  /** Closes a connection on which nothing runs. If the server does not answer, it is cut after a second. */
  leave(): void {
    const timer = setTimeout(() => this.destroy(), LEAVE_MS).unref()
    void this.#client.end().finally(() => clearTimeout(timer))
  }

  /** Closes without waiting for a server that does not answer. */
  destroy(): void {
    this.#client.connection.stream.destroy()
  }

  /** Runs a cached statement outside of transactions; retries once if its tables have changed. */
  async runAlone(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    try {
      return await this.run(statement, parameters)
    } catch (error) {
      const isStale = error instanceof DatabaseUnavailable && error.reason === 'schema-changed'
      if (!isStale) throw error
      return this.run(statement, parameters)
    }
  }

  /** Runs a cached statement. If its tables have changed, it is prepared again the next time. */
  run(
    statement: Statement,
    parameters: readonly DatabaseValue[],
    begin?: Prefix,
  ): Promise<PostgresRows> {
    const owners = this.#owners.of(statement)
    const isNamed =
      this.#options.prepare &&
      statement.isPlannedEachTime !== true &&
      (owners === undefined || this.#owners.isPrepared())
    if (!isNamed) {
      return this.#send({ options: toDriverOptions(statement), parameters, owners, begin })
    }
    const options = this.#names.optionsOf(statement)
    return this.#send({ options, parameters, owners, begin }, (error) =>
      this.#names.reconsider(statement, options.name, error),
    )
  }

  /** Runs a statement that is not cached. */
  query(statement: CompiledSql, begin?: Prefix): Promise<PostgresRows> {
    return this.#send({
      options: toDriverOptions(statement),
      parameters: statement.parameters,
      owners: this.#owners.ofRawSql(this.isInTransaction),
      begin,
    })
  }

  /**
   * Begins a transaction. If the connection has prepared `begin`, this sends nothing: it returns `begin` as a prefix to
   * send with the first statement, which saves a round trip.
   */
  async begin(): Promise<Prefix | undefined> {
    const { prepare, rowLevelSecurity } = this.#options
    const name = this.#names.preparedName(BEGIN)
    if (name !== undefined) return { name, text: BEGIN.sql, values: [] }
    // With row level security a statement already has another prefix, so `begin` is not prepared.
    if (prepare && !rowLevelSecurity) await this.run(BEGIN, [])
    else await this.script(BEGIN.sql)
    return undefined
  }

  /** Runs one or several statements without parameters. */
  script(sql: string): Promise<PostgresRows> {
    return this.#send({ options: sql === 'commit' ? COMMIT : toScriptOptions(sql) })
  }

  /** Runs a script outside of transactions, for the current owners if there are any. */
  async scriptAlone(sql: string): Promise<PostgresRows> {
    const owners = this.#owners.ofRawSql(this.isInTransaction)
    if (owners === undefined) return this.script(sql)
    // Behind PgBouncer, the next statement may run on another connection, so send the owners in the same script.
    if (!this.#options.prepare) return this.script(statingOwners(sql))
    await this.script(`set ${OWNER_SETTING} = ${sqlText(owners)}`)
    try {
      return await this.script(sql)
    } finally {
      await this.script(`reset ${OWNER_SETTING}`).catch(() => (this.#isUsable = false))
    }
  }

  #send(
    query: Sending,
    onError?: (error: Error) => void,
    watch: StatementWatch | undefined = this.#options.watch,
  ): Promise<PostgresRows> {
    const { options, parameters, owners, begin } = query
    const ended = watch?.(options.text)
    this.#clock.sent()
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, result: DriverResult) => {
        this.#clock.answered()
        if (error === null) {
          ended?.()
          const rows = new PostgresRows(result, this.isInTransaction)
          if (this.#refused === undefined || this.#isAborted) return resolve(rows)
          return void this.#placeRefused().then(() => resolve(rows))
        }
        onError?.(error)
        if (begin !== undefined) this.#names.reconsider(BEGIN, begin.name, error)
        const failure = toPostgresError(this.#failure ?? error, options.text, owners)
        if (isReadOnlyError(failure)) this.#refusedWrite()
        ended?.(failure)
        if (!isUnplaced(failure)) return reject(failure)
        this.#refused = { failure, sql: options.text, parameters: parameters ?? [] }
        // The server reports the new transaction only after this error, so `isInTransaction` is not enough.
        if (begin !== undefined || this.isInTransaction) return reject(failure)
        void this.#placeRefused().then(() => reject(failure))
      }
      const prefix = begin ?? statedBefore(query)
      const values = parameters && [...parameters]
      const sent =
        prefix === undefined
          ? new Query(options, values)
          : new PrefixedQuery(options, values, prefix)
      sent.callback = answer
      this.#client.query(sent)
    })
  }

  get #isAborted(): boolean {
    return this.#client.getTransactionStatus() === 'E'
  }

  async #placeRefused(): Promise<void> {
    const refused = this.#refused
    this.#refused = undefined
    if (refused === undefined) return
    try {
      await placePostgresRefusal(refused.failure, refused, (statement) =>
        this.#send(
          { options: toDriverOptions(statement), parameters: statement.parameters },
          undefined,
          unwatched,
        ),
      )
    } catch {
      // The error is usable without its columns.
    }
  }

  #cancel(): void {
    if (this.#options.isShared) return
    this.#isUsable = false
    requestCancel(this.#client, this.#options.client)
  }

  async #connect(): Promise<void> {
    const { connectionTimeoutMillis: limitMs = 0 } = this.#options.client
    const connecting = this.#client.connect()
    if (limitMs === 0) return void (await connecting)
    await withinLimit(limitMs, connecting, (busyMs) => {
      this.destroy()
      return tooLate(limitMs, busyMs)
    })
  }

  async #assertKind(kind: CheckedKind): Promise<void> {
    if (kind === 'any') return
    const { rows } = await this.query(askSessionKind)
    if (isOfKind(kind, rows[0] ?? [])) return
    this.leave()
    throw new DatabaseUnavailable('readonly', `No PostgreSQL server is ${kind}`)
  }

  #refusedWrite(): void {
    this.#isOutdated = true
    this.#options.servers.refusedWrite()
  }

  #giveUp(busyMs: number): void {
    // Other connections lead to the same silent server: replace them now instead of waiting on each.
    if (busyMs === 0) this.#options.servers.renew()
    this.#failure = tooLate(this.#options.timeoutMs, busyMs)
    this.destroy()
  }
}

/** Disables the driver's connect timeout, because it counts the time in which this process was busy. */
function createClient({ client }: PostgresConnectionOptions): Client {
  return new Client({ ...client, connectionTimeoutMillis: 0 })
}

/** The error when the server did not answer within the time limit. */
export function tooLate(timeoutMs: number, busyMs: number): DatabaseUnavailable {
  if (busyMs > 0) return wasBusy(busyMs)
  return new DatabaseUnavailable('timeout', `PostgreSQL did not answer in ${timeoutMs} ms`)
}

function isReadOnlyError(error: Error): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'readonly'
}

const LEAVE_MS = 1000

/** The watch of Tenon's own statements, which are not reported. */
const unwatched: StatementWatch = () => () => {}

interface Refused extends CompiledSql {
  readonly failure: RefusedValueError
}

/** A statement to send. */
interface Sending {
  readonly options: DriverOptions
  /** Absent for a script. */
  readonly parameters?: readonly DatabaseValue[]
  /** The owners whose rows the statement may see; `undefined` to send none. */
  readonly owners?: string | undefined
  /** The `begin` to send before the statement. */
  readonly begin?: Prefix | undefined
}

/** The prefix that tells the server which owner's rows a statement may see. */
function statedBefore({ owners, options: { name } }: Sending): Prefix | undefined {
  if (owners === undefined) return undefined
  return { name: name === undefined ? '' : SET_OWNERS_NAME, text: SET_OWNERS, values: [owners] }
}

const COMMIT = reusable(toScriptOptions('commit'))

/** Begins a transaction with the default isolation level. */
const BEGIN: Statement = { sql: 'begin isolation level read committed', access: 'write' }
