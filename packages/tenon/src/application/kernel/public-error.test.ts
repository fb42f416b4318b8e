import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  NotNullViolation,
  SerializationFailure,
  StatementError,
  UniqueViolation,
} from '../../data/database/database-error.ts'
import { Conflict, NotFound, Unauthorized } from '../../base/support/http-error.ts'
import { toHttpError } from './public-error.ts'

const place = { table: 'users', columns: ['email'], constraint: 'users_email' }

describe('toHttpError', () => {
  it('tells a client about its own mistakes, and what it may retry', () => {
    const told = [
      new NotFound('No such todo'),
      new Unauthorized('Log in first'),
      new Conflict('Somebody else has changed it'),
      new UniqueViolation(place),
      new ForeignKeyViolation(place),
      new SerializationFailure('deadlock detected'),
      new DatabaseUnavailable('lost', 'The connection to db.internal was lost'),
    ].map(toHttpError)

    assert.deepEqual(
      told.map(({ status, message }) => `${status} ${message}`),
      [
        '404 No such todo',
        '401 Log in first',
        '409 Somebody else has changed it',
        '409 Conflict',
        '409 Conflict',
        '503 Service Unavailable',
        '503 Service Unavailable',
      ],
    )
    assert.deepEqual(
      told.slice(-2).map(({ headers }) => headers['retry-after']),
      ['5', '5'],
    )
  })

  it('does not ask to repeat a change that may have been made', () => {
    const error = new DatabaseUnavailable('lost', 'gone', { isOutcomeUnknown: true })

    const { status, message, headers } = toHttpError(error)

    assert.equal(`${status} ${message}`, '503 The change may or may not have been made')
    assert.equal(headers['retry-after'], undefined)
  })

  it('hides everything else, and keeps it for the log', () => {
    for (const error of [
      // What must be there and is not is the application's mistake: its form requires it.
      new NotNullViolation(place),
      new StatementError('secret', 'select'),
      new Error('secret'),
      'secret',
      undefined,
    ]) {
      const { status, message, cause } = toHttpError(error)

      assert.equal(`${status} ${message}`, '500 Internal Server Error', String(error))
      assert.equal(cause, error, String(error))
    }
  })
})
