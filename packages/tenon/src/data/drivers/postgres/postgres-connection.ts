import { Client, type ClientConfig, type QueryArrayConfig, type QueryArrayResult } from 'pg'
import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import { DatabaseUnavailable, wasBusy } from '../../database/database-error.ts'
import { currentOwners, OWNER_SETTING } from '../../database/owners/current-owners.ts'
import { placePostgresRefusal } from '../../database/refusals/postgres-refusal.ts'
import { isUnplaced, type RefusedValueError } from '../../database/refusals/refused-value.ts'
import type { StatementWatch } from '../../database/slow-statement.ts'
import type { CompiledSql } from '../../database/sql.ts'
import { StatementCache } from '../../database/statement-cache.ts'
import type { DatabaseValue, Row, Rows, Statement } from '../../database/statement.ts'
import { requestCancel } from './cancel-request.ts'
import { isStalePlan, toPostgresError } from './postgres-error.ts'
import { exactValueParsers } from './postgres-values.ts'
import type { PostgresServers } from './servers/postgres-servers.ts'
import { askSessionKind, isOfKind, type CheckedKind } from './servers/session-kind.ts'
import { StatementClock } from './statement-clock.ts'
import {
  SET_OWNERS,
  SET_OWNERS_NAME,
  sqlText,
  StatedQuery,
  statingOwners,
} from './owners/stated-query.ts'

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
  /** Whether statements say whose rows they may see. */
  readonly rowLevelSecurity: boolean
}

/**
 * One connection to PostgreSQL, with the names of its prepared statements.
 *
 * A statement that runs for too long is cancelled. If the server does not react to that either, the
 * connection is closed, and every statement sent over it fails.
 */
export class PostgresConnection {
  readonly #client: Client
  readonly #options: PostgresConnectionOptions
  readonly #names = new StatementCache<Statement, string>(500, (name) => this.#deallocate(name))
  readonly #clock: StatementClock
  #lastName = 0
  /** Whether the statement that says whose rows may be seen is prepared, or about to be. */
  #stating: 'not' | 'soon' | 'prepared' = 'not'
  /** A value that was refused in a transaction, and the statement: its columns are asked for after it. */
  #refused: Refused | undefined
  /** Why statements fail, when the driver only reports that the connection ended. */
  #failure: Error | undefined
  #isUsable = true
  #isOutdated = false
  readonly #openedAt = performance.now()
  readonly #expiresAt: number

  constructor(options: PostgresConnectionOptions, client = createClient(options)) {
    this.#options = options
    this.#client = client
    this.#expiresAt = options.servers.toExpiry(this.#openedAt)
    this.#clock = new StatementClock({
      timeoutMs: options.timeoutMs,
      onLate: () => this.#cancel(),
      onTimeout: (busyMs) => this.#giveUp(busyMs),
    })
    this.onceClosed(() => (this.#isUsable = false))
  }

  /**
   * Connects, to a server of this kind only. Statements sent before wait for the connection, and fail
   * if it cannot be made.
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

  /** Calls `listener` when the connection is lost or has ended; may call it twice. */
  onceClosed(listener: () => void): void {
    this.#client.on('error', listener)
    this.#client.on('end', listener)
  }

  /** How many statements have been sent but not answered. */
  get pending(): number {
    return this.#clock.pending
  }

  /** How long the server has been running the current statement. */
  get runningMs(): number {
    return this.#clock.runningMs
  }

  /** Whether it can be reused: it is not lost, and no cancel request may still be on its way. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Whether another connection should take its place: its server refuses writes, or it is old. */
  get isOutdated(): boolean {
    return this.isBeforeFailover || performance.now() >= this.#expiresAt
  }

  /** Whether it was opened before its database was found to have moved. */
  get isBeforeFailover(): boolean {
    return this.#isOutdated || !this.#options.servers.isCurrent(this.#openedAt)
  }

  /** Whether a transaction is open. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** Waits for the answers to what was sent, then closes. */
  end(): Promise<void> {
    return this.#client.end()
  }

  /** Closes a connection on which nothing runs; a server that does not answer is not waited for. */
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
  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    const query = extended({ sql: statement.sql, parameters })
    if (statement.readsMicroseconds === true) query.types = exactValueParsers
    query.owners = this.#ownersOf(statement)
    const isNamed = query.owners === undefined || this.#isStatingPrepared()
    if (!this.#options.prepare || !isNamed) return this.#send(query)
    query.name = this.#nameOf(statement)
    const { name } = query
    return this.#send(query, (error) => this.#reconsider(statement, name, error))
  }

  /** Runs a statement that is not cached. */
  query(statement: CompiledSql): Promise<PostgresRows> {
    return this.#send({ ...extended(statement), owners: this.#ownersOfRawSql() })
  }

  /** Runs one or several statements without parameters. */
  script(sql: string): Promise<PostgresRows> {
    return this.#send({ text: sql, rowMode: 'array' })
  }

  /** Runs a script outside of transactions, for the current owners if there are any. */
  async scriptAlone(sql: string): Promise<PostgresRows> {
    const owners = this.#ownersOfRawSql()
    if (owners === undefined) return this.script(sql)
    // The next statement over PgBouncer may be that of another process.
    if (!this.#options.prepare) return this.script(statingOwners(sql))
    await this.script(`set ${OWNER_SETTING} = ${sqlText(owners)}`)
    try {
      return await this.script(sql)
    } finally {
      await this.script(`reset ${OWNER_SETTING}`).catch(() => (this.#isUsable = false))
    }
  }

  /** Whose rows a statement may see; `undefined` if it need not say so. */
  #ownersOf({ owners }: Statement): string | undefined {
    return this.#options.rowLevelSecurity && owners !== undefined
      ? (currentOwners() ?? '')
      : undefined
  }

  /** In a transaction, what the statement before has said still holds. */
  #ownersOfRawSql(): string | undefined {
    if (!this.#options.rowLevelSecurity) return undefined
    return currentOwners() ?? (this.isInTransaction ? '' : undefined)
  }

  /** Whether owners can be set by name. The first ones are not, because the driver keeps one name per statement. */
  #isStatingPrepared(): boolean {
    if (this.#stating === 'not' && this.#options.prepare) {
      this.#stating = 'soon'
      const prepare = { name: SET_OWNERS_NAME, text: SET_OWNERS, values: [''] }
      this.#client.query(prepare, (error: Error | null) => {
        this.#stating = error === null ? 'prepared' : 'not'
      })
    }
    return this.#stating === 'prepared'
  }

  #send(
    query: DriverQuery,
    onError?: (error: Error) => void,
    watch: StatementWatch | undefined = this.#options.watch,
  ): Promise<PostgresRows> {
    const ended = watch?.(query.text)
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
        const failure = toPostgresError(this.#failure ?? error, query.text, query.owners)
        if (isReadOnlyError(failure)) this.#refusedWrite()
        ended?.(failure)
        if (!isUnplaced(failure)) return reject(failure)
        this.#refused = { failure, sql: query.text, parameters: query.values ?? [] }
        if (this.isInTransaction) return reject(failure)
        void this.#placeRefused().then(() => reject(failure))
      }
      if (query.owners === undefined) return this.#client.query(query, answer)
      const isPrepared = query.name !== undefined
      const stated = { owners: query.owners, isPrepared }
      return this.#client.query(new StatedQuery(query, stated, answer))
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
        this.#send(extended(statement), undefined, unwatched),
      )
    } catch {
      // The error is complete without its columns.
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
    // Its siblings are connected to the same silence: they need not wait for it one by one.
    if (busyMs === 0) this.#options.servers.renew()
    this.#failure = tooLate(this.#options.timeoutMs, busyMs)
    this.destroy()
  }

  #nameOf(statement: Statement): string {
    const kept = this.#names.get(statement)
    if (kept !== undefined) return kept
    const name = `tenon_${++this.#lastName}`
    this.#names.set(statement, name)
    return name
  }

  /**
   * Drops a name that is stale, or that the server never had.
   *
   * Deallocating a name that the server never had would fail and abort the transaction around it.
   * If several statements used the name, the first to fail drops it.
   */
  #reconsider(statement: Statement, name: string, error: Error): void {
    const isPrepared = Reflect.has(preparedTexts(this.#client), name)
    const isKept = isPrepared && !isStalePlan(error)
    if (isKept || this.#names.get(statement) !== name) return
    this.#names.delete(statement)
    if (isPrepared) this.#deallocate(name)
  }

  /** Sent after all statements that use the name, which is never reused. */
  #deallocate(name: string): void {
    const forgetText = (): void => dropText(this.#client, name)
    this.script(`deallocate ${name}`).then(forgetText, forgetText)
  }
}

/** The driver's own limit of time counts that in which this process was busy. */
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

/** Removes a text from the driver, which keeps the text of every name that it was given. */
function dropText(client: Client, name: string): void {
  Reflect.deleteProperty(preparedTexts(client), name)
}

/** The texts of the names that the server has confirmed as prepared. */
function preparedTexts({ connection }: Client): object {
  const texts: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof texts === 'object' && texts !== null ? texts : {}
}

function extended({ sql, parameters }: CompiledSql): DriverQuery {
  return { text: sql, values: [...parameters], rowMode: 'array', queryMode: 'extended' }
}

/** The watch of our own statements, which you cannot make faster. */
const unwatched: StatementWatch = () => () => {}

interface Refused extends CompiledSql {
  readonly failure: RefusedValueError
}

interface DriverQuery extends QueryArrayConfig<DatabaseValue[]> {
  /** Rejects several statements in one text, even without values. */
  readonly queryMode?: 'extended'
  /** Whose rows it may see; `undefined` if it does not say so. */
  owners?: string | undefined
}

/** The driver returns a list for several statements. */
type DriverResult = QueryArrayResult | QueryArrayResult[]

/** Reads the driver's result only on demand. */
export class PostgresRows implements Rows {
  readonly #result: DriverResult
  /** Whether a transaction was open when the statement ended. */
  readonly isInTransaction: boolean

  constructor(result: DriverResult, isInTransaction: boolean) {
    this.#result = result
    this.isInTransaction = isInTransaction
  }

  get rows(): readonly Row[] {
    return this.#last?.rows ?? []
  }

  get columns(): readonly string[] {
    return this.#last?.fields.map(({ name }) => name) ?? []
  }

  get affected(): number {
    return this.#last?.rowCount ?? 0
  }

  /** The command tag of each statement: `COMMIT`, `INSERT`, … */
  get commands(): readonly string[] {
    return [this.#result].flat().map(({ command }) => command)
  }

  get #last(): QueryArrayResult | undefined {
    return Array.isArray(this.#result) ? this.#result.at(-1) : this.#result
  }
}
