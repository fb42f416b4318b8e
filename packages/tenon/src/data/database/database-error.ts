/** Why a database could not answer. */
export type UnavailableReason =
  | 'unreachable'
  | 'refused'
  | 'lost'
  | 'timeout'
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

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The error of a call that comes after `close`. */
export function databaseClosed(): DatabaseUnavailable {
  return new DatabaseUnavailable('closed', 'The database was closed')
}

/** Where a constraint stands, as far as the database tells. */
export interface ConstraintPlace {
  readonly table: string | undefined
  readonly columns: readonly string[]
  /** The constraint's name; SQLite tells it of checks only. */
  readonly constraint: string | undefined
  /** What was done to the table, where SQLite does not tell which foreign key it breaks. */
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

/** A write names a row that does not exist, or removes one that others name. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`A foreign key ${describeForeignKey(place)} does not hold`, options)
    this.place = place
  }
}

/** A write left out a value that must not be null. */
export class NotNullViolation extends Error {
  override readonly name = 'NotNullViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`${describePlace(place)} must not be null`, options)
    this.place = place
  }
}

/** A write broke a check constraint. */
export class CheckViolation extends Error {
  override readonly name = 'CheckViolation'
  readonly place: ConstraintPlace

  constructor(place: ConstraintPlace, options?: ErrorOptions) {
    super(`A check of ${describePlace(place)} does not hold`, options)
    this.place = place
  }
}

/** A number that the database computed does not fit into its column. */
export class NumberOverflow extends Error {
  override readonly name = 'NumberOverflow'
}

/** Two transactions were in each other's way; the whole transaction may be run again. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'
}

/** The database refused a statement; `cause` is the driver's error. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  /** The statement's text; its values are never kept. */
  readonly sql: string

  constructor(message: string, sql: string, options?: ErrorOptions) {
    super(`${message}\n  in: ${sql}`, options)
    this.sql = sql
  }
}

/** A row that is inserted refers to others, one that is deleted is referred to, one that changes both. */
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
