/** Why a database could not answer. */
export type UnavailableReason =
  | 'unreachable'
  | 'refused'
  | 'lost'
  | 'timeout'
  | 'busy'
  | 'locked'
  | 'overloaded'
  | 'readonly'
  | 'full'
  | 'damaged'
  | 'schema-changed'
  | 'closed'

/** The database could not answer now; the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly reason: UnavailableReason
  /**
   * If `true`, a write or a commit was sent but not answered, so it may have been executed.
   * If `false`, it was not executed.
   */
  readonly isOutcomeUnknown: boolean

  constructor(reason: UnavailableReason, message: string, options: UnavailableOptions = {}) {
    super(message, options)
    this.reason = reason
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false
  }
}

/** Options of `DatabaseUnavailable`. */
export interface UnavailableOptions extends ErrorOptions {
  readonly isOutcomeUnknown?: boolean
}

/** The error of a call that timed out because this process was too busy to read the answer. */
export function wasBusy(busyMs: number): DatabaseUnavailable {
  const message = `This process was busy for ${busyMs} ms, and did not read an answer of the database in time`
  return new DatabaseUnavailable('busy', message)
}

/** The error of a call after `close`. */
export function databaseClosed(): DatabaseUnavailable {
  return new DatabaseUnavailable('closed', 'The database was closed')
}

/** The constraint that failed, as far as the database reports it. */
export interface ConstraintPlace {
  readonly table: string | undefined
  readonly columns: readonly string[]
  /** The constraint's name; SQLite reports it only for checks. */
  readonly constraint: string | undefined
  /** The operation on the table. SQLite does not report which foreign key the operation violates. */
  readonly operation?: WriteOperation | undefined
}

export type WriteOperation = 'insert' | 'update' | 'delete'

/** A write would have stored a second row with a value that must be unique. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`The value of ${describePlace(place)} is taken`, options)
    this.place = place
  }
}

/** A write refers to a row that does not exist, or removes one that others refer to. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`The foreign key ${describeForeignKey(place)} is violated`, options)
    this.place = place
  }
}

/** A write omitted a value that must not be null. */
export class NotNullViolation extends Error {
  override readonly name = 'NotNullViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`${describePlace(place)} must not be null`, options)
    this.place = place
  }
}

/**
 * A write violated a check constraint.
 *
 * Inside a PostgreSQL transaction, `place` has no columns until the transaction is rolled back, because
 * PostgreSQL answers no queries before that.
 */
export class CheckViolation extends Error {
  override readonly name = 'CheckViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`A check constraint of ${describePlace(place)} is violated`, options)
    this.place = place
  }
}

/** A number that the database computed does not fit its column. */
export class NumberOverflow extends Error {
  override readonly name = 'NumberOverflow'
  /** The columns that may have caused it, if they were found. */
  declare readonly place?: ConstraintPlace
}

/** A value does not fit the type of its column: a text that is too long, a malformed address. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
  /** The columns that may have caused it, if they were found. */
  declare readonly place?: ConstraintPlace
  /** The type of the columns in the database, such as `daterange`, if the value is not in the form of that type. */
  declare readonly malformed?: string
}

/** Two transactions conflicted; the whole transaction can be retried. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'
}

/** The database rejected a statement; `cause` is the driver's error. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  /** The statement's text; its values are never kept. */
  readonly sql: string

  constructor(message: string, sql: string, options?: ErrorOptions) {
    super(`${message}\n  in: ${sql}`, options)
    this.sql = sql
  }
}

/** The error of a statement in a transaction in which an earlier statement has failed. */
export function transactionAborted(sql: string, options?: ErrorOptions): StatementError {
  return new StatementError(
    'An earlier statement of this transaction failed, so no more can run in it. Run statements that may fail in a nested transaction()',
    sql,
    options,
  )
}

/** The error of a statement that names a table or column which the database does not have. */
export function missingInDatabase(
  message: string,
  sql: string,
  options?: ErrorOptions,
): StatementError {
  return new StatementError(
    READS_OR_WRITES.test(sql) ? `${message}${BEHIND}` : message,
    sql,
    options,
  )
}

/** Statements that change a schema belong to migrations, whose author knows what the database has. */
const READS_OR_WRITES = /^\s*(?:select|insert|replace|update|delete|with)\b/i

const BEHIND =
  '. If a model declares it, its migration is missing or pending: run make:migration, then migrate'

/** The error of committing a transaction in which a statement has failed. */
export function commitOfAborted(): StatementError {
  return new StatementError(
    'The transaction was rolled back: a statement in it failed and the error was caught. Let the error pass, or run statements that may fail in a nested transaction()',
    'commit',
  )
}

/** An inserted row refers to other rows, other rows refer to a deleted row, and an update may do either. */
function describeForeignKey(place: ConstraintPlace): string {
  const name = describePlace(place)
  if (place.operation === 'delete') return `to ${name}`
  return place.operation === 'update' ? `of ${name}, or to it,` : `of ${name}`
}

function describePlace({ table, columns, constraint }: ConstraintPlace): string {
  if (columns.length > 0) return `"${[table, columns.join(', ')].filter(Boolean).join('.')}"`
  const name = constraint ?? table
  return name === undefined ? 'an unnamed constraint' : `"${name}"`
}
