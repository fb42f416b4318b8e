import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseError } from 'pg'
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  UniqueViolation,
} from '../../database/database-error.ts'
import { toPostgresError } from './postgres-error.ts'

/** The error of a server, whose messages may be in any language. */
function fromServer(message: string, fields: Partial<DatabaseError>): Error {
  const error = new DatabaseError(message, message.length, 'error')
  return toPostgresError(Object.assign(error, fields), 'select 1')
}

describe('an error of a PostgreSQL server that speaks another language', () => {
  it('says that a statement must be prepared again', () => {
    const error = fromServer('gecachter Plan darf den Ergebnistyp nicht ändern', {
      code: '0A000',
      routine: 'RevalidateCachedQuery',
    })

    assert.ok(error instanceof DatabaseUnavailable)
    assert.equal(error.reason, 'schema-changed')
  })

  it('names the columns of a unique key', () => {
    const details = [
      'Key (team, "e mail")=(1, a) already exists.',
      'Schlüssel »(team, "e mail")=(1, a)« existiert bereits.',
      'キー(team, "e mail")=(1, a)はすでに存在します。',
      '(team, "e mail")=(1, a) 키가 이미 있습니다.',
    ]
    for (const detail of details) {
      const error = fromServer('', { code: '23505', table: 't', constraint: 't_key', detail })

      assert.ok(error instanceof UniqueViolation, detail)
      assert.deepEqual(error.place.columns, ['team', 'e mail'], detail)
    }
  })

  it('names no column of a unique expression', () => {
    const detail = 'Schlüssel »(lower(email))=(a)« existiert bereits.'
    const error = fromServer('', { code: '23505', table: 't', constraint: 't_key', detail })

    assert.ok(error instanceof UniqueViolation)
    assert.deepEqual(error.place.columns, [])
  })

  it('names the columns of a foreign key, but not those of the row that is still referenced', () => {
    const messages = [
      ['insert or update on table "r" violates foreign key constraint "k"', ['t_id']],
      [
        'Einfügen oder Aktualisieren in Tabelle »r« verletzt Fremdschlüssel-Constraint »k«',
        ['t_id'],
      ],
      ['une instruction insert ou update sur la table « r » viole la contrainte « k »', ['t_id']],
      ['update or delete on table "t" violates foreign key constraint "k" on table "r"', []],
      [
        'Aktualisieren oder Löschen in Tabelle »t« verletzt Fremdschlüssel-Constraint »k« von Tabelle »r«',
        [],
      ],
      ['UPDATE ou DELETE sur la table « t » viole la contrainte « k » de la table « r »', []],
    ] as const
    for (const [message, columns] of messages) {
      const detail = '(t_id)=(1)'
      const error = fromServer(message, { code: '23503', table: 'r', constraint: 'k', detail })

      assert.ok(error instanceof ForeignKeyViolation, message)
      assert.deepEqual(error.place.columns, columns, message)
    }
  })
})
