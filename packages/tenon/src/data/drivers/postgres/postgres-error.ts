import { DatabaseError } from 'pg'
import { SetupError } from '../../../base/support/setup-error.ts'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  InvalidValue,
  missingInDatabase,
  NotNullViolation,
  NumberOverflow,
  SerializationFailure,
  StatementError,
  transactionAborted,
  UniqueViolation,
  type ConstraintPlace,
  type UnavailableReason,
} from '../../database/database-error.ts'

/**
 * Turns a driver's error into the error that is the same for every database. `owners` are the owners whose rows the
 * statement could see.
 */
export function toPostgresError(error: unknown, sql: string, owners?: string): Error {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof DatabaseError && isOfPolicy(error)) return refusedByPolicy(error, owners)
  if (error instanceof DatabaseError) return fromServer(error, sql)
  if (error instanceof TypeError) return new StatementError(error.message, sql, { cause: error })
  return fromConnection(error)
}

/**
 * Whether a row level security policy rejected a row. The code 42501 also means other missing permissions, and messages
 * are in the server's language, so it compares the name of PostgreSQL's function.
 */
function isOfPolicy({ code, routine }: DatabaseError): boolean {
  return code === '42501' && routine === 'ExecWithCheckOptions'
}

/** A row of another owner gives the same error as a reference to a missing row, which tells a client nothing. */
function refusedByPolicy({ message }: DatabaseError, owners: string | undefined): Error {
  if (owners === undefined || owners === '') {
    return new SetupError(
      'E_OWNER',
      `A statement wrote a row without saying whose (${message}). Raw SQL says so in a handler that binds the owner, inside withOwner(owner, …) or inside withAnyOwner(…).`,
    )
  }
  const cause = new Error(`The row belongs to another owner than ${owners}: ${message}`)
  return new ForeignKeyViolation(
    { table: undefined, columns: [], constraint: undefined },
    { cause },
  )
}

/**
 * Marks the error of a write that the server may still have executed, because its answer never came or
 * the server closed the connection while the write was running.
 */
export function withUnknownOutcome(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error
  const isAnswered = error.reason !== 'lost' && error.cause instanceof DatabaseError
  if (isAnswered || !MAY_BE_DONE.has(error.reason)) return error
  const message = `${error.message}. The statement may have been executed`
  return new DatabaseUnavailable(error.reason, message, {
    cause: error.cause,
    isOutcomeUnknown: true,
  })
}

const MAY_BE_DONE: ReadonlySet<UnavailableReason> = new Set(['lost', 'timeout', 'busy'])

/** Whether a prepared statement no longer matches its tables, or is unknown to the server. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  // Messages are in the server's language, so it compares the name of PostgreSQL's function.
  const isChanged = error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  return isChanged || error.code === '26000'
}

/** Whether the database in the URL does not exist on the server. */
export function isMissingDatabase({ cause }: Error): boolean {
  return cause instanceof DatabaseError && cause.code === '3D000'
}

function fromServer(error: DatabaseError, sql: string): Error {
  const cause = { cause: error }
  if (isStalePlan(error)) return unavailable('schema-changed', error)
  switch (error.code ?? '') {
    case '23505':
      return new UniqueViolation(constraintPlace(error), cause)
    case '23001':
    case '23503':
      return new ForeignKeyViolation(constraintPlace(error), cause)
    case '23502':
      return new NotNullViolation(constraintPlace(error), cause)
    case '23514':
      return new CheckViolation(constraintPlace(error), cause)
    case '22000': // such as the bounds of a range in the wrong order
    case '22001':
    case '22007':
    case '22008':
    case '22009': // a zone too far from UTC
    case '22015':
    case '22021': // text with NUL
    case '22P02':
    case '54000': // a text too long for an index
      return new InvalidValue(error.message, cause)
    case '22003':
      return new NumberOverflow(error.message, cause)
    case '40001':
    case '40P01':
      return new SerializationFailure(error.message, cause)
    case '42703': // a column
    case '42P01': // a table
      return missingInDatabase(error.message, sql, cause)
    case '42P17':
      return invalidDefinition(error, sql)
    case '3D000':
      return missingDatabase(error)
    case '25P02':
      return transactionAborted(sql, cause)
    default:
      return toUnavailable(error) ?? new StatementError(error.message, sql, cause)
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: whole codes, then classes.
// oxfmt-ignore
const UNAVAILABLE: ReadonlyMap<string, UnavailableReason> = new Map([
  ['25006', 'readonly'],
  ['25P03', 'lost'], ['25P04', 'lost'],
  ['53100', 'full'],
  ['55P03', 'locked'],
  ['57014', 'timeout'],
  ['57P01', 'lost'], ['57P02', 'lost'], ['57P03', 'unreachable'], ['57P05', 'lost'],
  ['08', 'lost'], ['28', 'refused'], ['53', 'overloaded'], ['58', 'damaged'], ['XX', 'damaged'],
])

function toUnavailable(error: DatabaseError): DatabaseUnavailable | undefined {
  const code = error.code ?? ''
  if (error.message.startsWith('unsupported startup parameter')) return settingsRefused(error)
  const reason = UNAVAILABLE.get(code) ?? UNAVAILABLE.get(code.slice(0, 2))
  return reason && unavailable(reason, error)
}

/** Adds a remedy if a generated column or an index depends on settings of the session. */
function invalidDefinition(cause: DatabaseError, sql: string): StatementError {
  const { message } = cause
  const remedy = /immutable/i.test(message)
    ? `. It would depend on the time zone of the session: write at time zone 'UTC' after a timestamp, ::timestamp after a date`
    : ''
  return new StatementError(`${message}${remedy}`, sql, { cause })
}

function missingDatabase(cause: DatabaseError): DatabaseUnavailable {
  const { message } = unavailable('refused', cause)
  // The message is in the server's language, so its quotation marks may be others.
  const [, name = 'NAME'] = /"(.+)"/.exec(cause.message) ?? []
  return new DatabaseUnavailable('refused', `${message}. Create it: createdb ${name}`, { cause })
}

/** PgBouncer rejects session settings, because its connections are shared between clients. */
function settingsRefused(cause: DatabaseError): DatabaseUnavailable {
  const message = `PgBouncer rejected the ${cause.message}. Add ?pgbouncer=true to DATABASE_URL`
  return new DatabaseUnavailable('refused', message, { cause })
}

function fromConnection(error: unknown): DatabaseUnavailable {
  const { message, code } = describe(error)
  if (NO_TLS.test(code) || /support SSL/.test(message)) return unavailable('refused', error)
  if (/timeout/i.test(message)) return unavailable('timeout', error)
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT/.test(code)) {
    return unavailable('unreachable', error)
  }
  return unavailable('lost', error)
}

/** Node's codes for a rejected certificate or a failed TLS handshake. */
const NO_TLS =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECRYPT)_)/

function unavailable(reason: UnavailableReason, cause: unknown): DatabaseUnavailable {
  const { message } = describe(cause)
  const what = reason === 'refused' ? 'cannot be connected to' : 'does not answer'
  return new DatabaseUnavailable(reason, `PostgreSQL ${what}: ${message}`, { cause })
}

function describe(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' }
  const code = 'code' in error ? String(error.code) : ''
  return { message: error.message || code, code }
}

/**
 * Reads the columns from the detail, because PostgreSQL names the columns of a key nowhere else.
 *
 * The detail is `Key (team, email)=(1, a@b.c) already exists.`, in the server's language, which keeps the brackets. It
 * contains values, up to the whole row, so it is removed from the error, which may be printed as a `cause`.
 */
function constraintPlace(error: DatabaseError): ConstraintPlace {
  const { table, column, constraint, detail = '' } = error
  const key = isOfTarget(error) ? undefined : /^[^(]*\((.*?)\)=\(/.exec(detail)?.[1]
  const columns = column ?? key
  error.detail = undefined
  const isExpression = columns?.includes('(') === true
  return {
    table,
    columns: isExpression
      ? []
      : (columns?.split(', ').map((name) => name.replaceAll('"', '')) ?? []),
    constraint,
  }
}

/**
 * Whether the key in the detail is the target of a foreign key: the row with that key is still referenced. Only then,
 * the message names a second table: `update or delete on table "users" violates foreign key constraint "…" on table "…"`.
 */
function isOfTarget({ code = '', message }: DatabaseError): boolean {
  const isForeignKey = code === '23001' || code === '23503'
  return isForeignKey && (message.match(QUOTATION_MARK)?.length ?? 0) > MARKS_OF_TWO_NAMES
}

/** The quotation marks of the languages of PostgreSQL's messages. */
const QUOTATION_MARK = /["«»„“”]/g

const MARKS_OF_TWO_NAMES = 4
