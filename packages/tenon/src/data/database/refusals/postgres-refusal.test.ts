import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseError } from 'pg'
import { InvalidValue } from '../database-error.ts'
import { placePostgresRefusal } from './postgres-refusal.ts'

const types = new Map([
  ['name', 'character varying(3)'],
  ['floor', 'smallint'],
  ['price', 'numeric'],
  ['address', 'inet'],
])

/** The columns that the error names, if the table has the columns above. */
async function columnsOf(message: string, values: readonly string[]): Promise<readonly string[]> {
  const cause = new DatabaseError(message, message.length, 'error')
  const error = new InvalidValue(message, { cause })
  const sql = 'insert into hosts (name, floor, price, address) values ($1, $2, $3, $4)'
  await placePostgresRefusal(error, { sql, parameters: values }, async ({ parameters }) => {
    const [, type] = parameters
    const found = [...types].filter(([, each]) => type === null || type === each)
    return { rows: found.map(([name]) => [name]) }
  })
  return error.place?.columns ?? []
}

describe('a value that a PostgreSQL server refuses in another language', () => {
  const refusals = [
    ['Wert zu lang für Typ character varying(3)', 'name'],
    ['値は型character varying(3)としては長すぎます', 'name'],
    ['smallint ist außerhalb des gültigen Bereichs', 'floor'],
    ['Wert »99999« ist außerhalb des gültigen Bereichs für Typ smallint', 'floor'],
    ['Feldüberlauf bei Typ »numeric«', 'price'],
    ['ungültige Eingabesyntax für Typ inet: »smallint«', 'address'],
    ['syntaxe en entrée invalide pour le type inet : « smallint »', 'address'],
  ] as const
  for (const [message, column] of refusals) {
    it(`is of the column ${column}: ${message}`, async () => {
      assert.deepEqual(await columnsOf(message, ['Augusta', '99999', '12345', 'smallint']), [
        column,
      ])
    })
  }
})
