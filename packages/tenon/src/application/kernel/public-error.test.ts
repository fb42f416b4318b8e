import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  NotNullViolation,
  SerializationFailure,
  UniqueViolation,
} from '../database/database-error.ts'
import { NotFound } from '../support/http-error.ts'
import { toClientError } from './client-error.ts'

const place = { table: 'users', columns: ['email'], constraint: 'users_email' }

describe('toClientError', () => {
  it('tells a client of what it caused, and of what it may try again', () => {
    const told = [
      new NotFound('No such todo'),
      new UniqueViolation(place),
      new ForeignKeyViolation(place),
      new SerializationFailure('deadlock detected'),
      new DatabaseUnavailable('lost', 'The connection to db.internal was lost'),
    ].map(toClientError)

    assert.deepEqual(
      told.map(({ status, message }) => `${status} ${message}`),
      [
        '404 No such todo',
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

  it('tells nothing of anything else, and keeps it for the log', () => {
    for (const error of [new NotNullViolation(place), new Error('secret'), 'secret', undefined]) {
      const { status, message, cause } = toClientError(error)

      assert.equal(`${status} ${message}`, '500 Internal Server Error')
      assert.equal(cause, error)
    }
  })
})
