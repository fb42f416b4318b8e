import { DatabaseError } from 'pg'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  NotNullViolation,
  NumberOverflow,
  SerializationFailure,
  StatementError,
  UniqueViolation,
  type ConstraintPlace,
  type UnavailableReason,
} from '../database-error.ts'

/** Turns what the driver threw into the error that means the same on every database. */
export function toPostgresError(error: unknown, sql: string): Error {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof DatabaseError) return fromServer(error, sql)
  if (error instanceof TypeError) return new StatementError(error.message, sql, { cause: error })
  return fromConnection(error)
}

/** Tells that a prepared statement no longer fits its tables, or is unknown to the server. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const isChanged = error.code === '0A000' && /cached plan/.test(error.message)
  return isChanged || error.code === '26000'
}

function fromServer(error: DatabaseError, sql: string): Error {
  const cause = { cause: error }
  if (isStalePlan(error)) return unavailable('schema-changed', error)
  switch (error.code ?? '') {
    case '23505':
      return new UniqueViolation(constraintPlace(error), cause)
    case '23503':
      return new ForeignKeyViolation(constraintPlace(error), cause)
    case '23502':
      return new NotNullViolation(constraintPlace(error), cause)
    case '23514':
      return new CheckViolation(constraintPlace(error), cause)
    case '22003':
      return new NumberOverflow(error.message, cause)
    case '40001':
    case '40P01':
      return new SerializationFailure(error.message, cause)
    case '25P02':
      return new StatementError(ABORTED, sql, cause)
    default:
      return toUnavailable(error) ?? new StatementError(error.message, sql, cause)
  }
}

const ABORTED =
  'An earlier statement of this transaction failed, and PostgreSQL takes no more. Run what may fail in a transaction() of its own inside this one'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: whole codes, then classes.
// oxfmt-ignore
const UNAVAILABLE: ReadonlyMap<string, UnavailableReason> = new Map([
  ['25006', 'readonly'],
  ['25P03', 'lost'], ['25P04', 'lost'],
  ['3D000', 'refused'],
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

/** PgBouncer's word: its connections belong to nobody, so it takes no settings of a session. */
function settingsRefused(cause: DatabaseError): DatabaseUnavailable {
  const message = `PgBouncer takes no ${cause.message}. Add ?pgbouncer=true to DATABASE_URL`
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

/** What Node calls a certificate that it does not take, or a server that speaks otherwise. */
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
 * The columns stand in the detail only: `Key (team, email)=(1, a@b.c) already exists.` Where others
 * still refer to a key, it is that of their target. The detail shows values, up to the whole row: no
 * error keeps it, since its cause may be printed.
 */
function constraintPlace(error: DatabaseError): ConstraintPlace {
  const { table, column, constraint, detail = '' } = error
  const columns = column ?? /^Key \((.*?)\)=(?!.*still referenced)/.exec(detail)?.[1]
  error.detail = undefined
  return {
    table,
    columns: columns?.split(', ').map((name) => name.replaceAll('"', '')) ?? [],
    constraint,
  }
}
