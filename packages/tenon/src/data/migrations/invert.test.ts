import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../columns/columns.ts'
import { invert } from './invert.ts'
import {
  addColumn,
  addForeignKey,
  alterColumn,
  createIndex,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  renameColumn,
  renameTable,
  execute,
} from './operations.ts'

const up = { sqlite: 'select 1', postgres: 'select 1' }
const down = { sqlite: 'select 2', postgres: 'select 2' }

describe('invert', () => {
  it('returns the operation that undoes another', () => {
    const columns = { id: c.id() }
    const text = c.text()
    const pairs = [
      [createTable('a', columns), dropTable('a', columns)],
      [renameTable('a', 'b'), renameTable('b', 'a')],
      [renameColumn('a', 'b', 'c'), renameColumn('a', 'c', 'b')],
      [addColumn('a', 'b', text), dropColumn('a', 'b', text)],
      [createIndex('a', 'b', { unique: true }), dropIndex('a', ['b'], { unique: true })],
      [addForeignKey('a', 'b', 'c.id'), dropForeignKey('a', 'b', 'c.id')],
      [execute(up, down), execute(down, up)],
    ] as const

    for (const [operation, inverse] of pairs) {
      assert.deepEqual(invert(operation), inverse, JSON.stringify(operation))
      assert.deepEqual(invert(inverse), operation, JSON.stringify(operation))
    }
  })

  it('swaps the column before and after of alterColumn', () => {
    const change = { from: c.text(), to: c.integer() }
    const back = { from: change.to, to: change.from }

    assert.deepEqual(invert(alterColumn('a', 'b', change)), alterColumn('a', 'b', back))
  })

  it('rejects a removal that does not say what it removes, and names it', () => {
    const removals = [
      [dropTable('a'), /dropTable\('a'\)/],
      [dropColumn('a', 'b'), /dropColumn\('a', 'b'\)/],
      [dropForeignKey('a', 'b'), /dropForeignKey\('a', 'b'\)/],
      [execute(up), /execute\('select 1'\)/],
    ] as const

    for (const [operation, message] of removals) {
      assert.throws(
        () => invert(operation),
        { code: 'E_MIGRATION_NOT_INVERTIBLE', message },
        JSON.stringify(operation),
      )
    }
  })
})
