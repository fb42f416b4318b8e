import { SetupError } from '../../../base/support/setup-error.ts'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  missingInDatabase,
  NotNullViolation,
  NumberOverflow,
  StatementError,
  UniqueViolation,
  type ConstraintPlace,
  type UnavailableReason,
  type WriteOperation,
} from '../../database/database-error.ts'

/** Turns a driver's error into the error that is the same for every database. */
export function toSqliteError(error: unknown, sql: string): Error {
  if (!(error instanceof Error)) return new StatementError(String(error), sql)
  if (error instanceof SetupError) return error
  const code = resultCode(error)
  const cause = { cause: error }

  const unavailable = UNAVAILABLE.get(code & 0xff)
  if (unavailable !== undefined) {
    return new DatabaseUnavailable(unavailable.reason, unavailable.message, cause)
  }
  const place = constraintPlace(error.message)
  switch (code) {
    case SQLITE_ERROR:
      if (error.message === 'integer overflow') return new NumberOverflow(error.message, cause)
      if (MISSING.test(error.message)) return missingInDatabase(error.message, sql, cause)
      return new StatementError(error.message, sql, cause)
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return new UniqueViolation(indexPlace(error.message, sql) ?? place, cause)
    case SQLITE_CONSTRAINT_FOREIGNKEY:
      return new ForeignKeyViolation(writtenPlace(sql), cause)
    case SQLITE_CONSTRAINT_TRIGGER:
      // SQLite implements `on delete restrict` with an internal trigger.
      return RESTRICTED.test(error.message)
        ? new ForeignKeyViolation(writtenPlace(sql), cause)
        : new StatementError(error.message, sql, cause)
    case SQLITE_CONSTRAINT_NOTNULL:
      return new NotNullViolation(place, cause)
    case SQLITE_CONSTRAINT_CHECK:
      return new CheckViolation({ ...place, table: writtenTable(sql).table }, cause)
    case SQLITE_CONSTRAINT:
      return SET_NOT_NULL.test(sql)
        ? new NotNullViolation(alteredPlace(sql), cause)
        : new StatementError(error.message, sql, cause)
    default:
      return new StatementError(error.message, sql, cause)
  }
}

/** Whether another process or connection holds the lock that was needed. */
export function isLocked(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && error.reason === 'locked'
}

// https://sqlite.org/rescode.html: the low byte is the kind, the other bytes are the subkind.
const SQLITE_ERROR = 1
const SQLITE_CONSTRAINT = 19
const SQLITE_CONSTRAINT_CHECK = 275
const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const SQLITE_CONSTRAINT_NOTNULL = 1299
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_TRIGGER = 1811
const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_ROWID = 2579

const MISSING = /^no such (?:table|column): |^table \S+ has no column named /

const RESTRICTED = /FOREIGN KEY constraint failed/

// oxfmt-ignore
const UNAVAILABLE: ReadonlyMap<number, { reason: UnavailableReason; message: string }> = new Map([
  [5, { reason: 'locked', message: 'The SQLite database is locked by another connection' }],
  [6, { reason: 'locked', message: 'A table of the SQLite database is locked' }],
  [8, { reason: 'readonly', message: 'The SQLite database, or its folder, cannot be written' }],
  [10, { reason: 'damaged', message: 'The disk of the SQLite database failed' }],
  [11, { reason: 'damaged', message: 'The SQLite database file is damaged' }],
  [13, { reason: 'full', message: 'The disk of the SQLite database is full' }],
  [14, { reason: 'unreachable', message: 'The SQLite database, or its folder, cannot be opened' }],
  [26, { reason: 'damaged', message: 'The file is not an SQLite database' }],
])

/**
 * SQLite's extended result code: `node:sqlite` has the number, better-sqlite3 its name. 1 is the
 * generic code.
 */
function resultCode(error: Error): number {
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode
  const name = 'code' in error ? String(error.code) : ''
  return CODES.get(name) ?? CODES.get(name.split('_', 2).join('_')) ?? 1
}

// oxfmt-ignore
const CODES: ReadonlyMap<string, number> = new Map([
  ['SQLITE_BUSY', 5], ['SQLITE_LOCKED', 6], ['SQLITE_READONLY', 8], ['SQLITE_IOERR', 10],
  ['SQLITE_CORRUPT', 11], ['SQLITE_FULL', 13], ['SQLITE_CANTOPEN', 14], ['SQLITE_NOTADB', 26],
  ['SQLITE_CONSTRAINT_CHECK', SQLITE_CONSTRAINT_CHECK],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', SQLITE_CONSTRAINT_FOREIGNKEY],
  ['SQLITE_CONSTRAINT_TRIGGER', SQLITE_CONSTRAINT_TRIGGER],
  ['SQLITE_CONSTRAINT_NOTNULL', SQLITE_CONSTRAINT_NOTNULL],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', SQLITE_CONSTRAINT_PRIMARYKEY],
  ['SQLITE_CONSTRAINT_UNIQUE', SQLITE_CONSTRAINT_UNIQUE],
  ['SQLITE_CONSTRAINT_ROWID', SQLITE_CONSTRAINT_ROWID],
])

/** Parses `UNIQUE constraint failed: users.email, users.team`. The message of a check contains only its name. */
function constraintPlace(message: string): ConstraintPlace {
  const told = /constraint failed: (.*)$/.exec(message)?.[1] ?? ''
  const names = told.split(', ').filter((name) => name.includes('.'))
  return {
    table: names[0]?.split('.')[0],
    columns: names.map((name) => name.slice(name.indexOf('.') + 1)),
    constraint: names.length === 0 && told !== '' ? told : undefined,
  }
}

/** Parses `UNIQUE constraint failed: index 'users_email'`, the message for an index on expressions. */
function indexPlace(message: string, sql: string): ConstraintPlace | undefined {
  const constraint = /constraint failed: index '(.*)'$/.exec(message)?.[1]
  if (constraint === undefined) return undefined
  return { table: writtenTable(sql).table, columns: [], constraint }
}

/** Finds the column of `set not null` in the SQL, because SQLite reports only that a constraint failed. */
function alteredPlace(sql: string): ConstraintPlace {
  const [, table, column = ''] = SET_NOT_NULL.exec(sql) ?? []
  return { table, columns: [column], constraint: undefined }
}

const SET_NOT_NULL = /^alter table "(\w+)" alter column "(\w+)" set not null$/

/** Finds the table in the text of a single statement, because SQLite does not name the foreign key. */
function writtenPlace(sql: string): ConstraintPlace {
  const { table, verb } = writtenTable(sql)
  const operation = verb === undefined ? undefined : OPERATIONS.get(verb.toLowerCase())
  return { table, columns: [], constraint: undefined, operation }
}

function writtenTable(sql: string): { table: string | undefined; verb: string | undefined } {
  if (/;\s*\S/.test(sql)) return { table: undefined, verb: undefined }
  const [, verb, table] = WRITE.exec(sql) ?? []
  return { table, verb }
}

const WRITE =
  /^\s*(insert|replace|update|delete)\s+(?:or\s+\w+\s+)?(?:(?:into|from)\s+)?["`[]?(\w+)/i

const OPERATIONS: ReadonlyMap<string, WriteOperation> = new Map([
  ['insert', 'insert'],
  ['replace', 'insert'],
  ['update', 'update'],
  ['delete', 'delete'],
])
