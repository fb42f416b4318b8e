import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { c } from '../columns/columns.ts'
import { Table } from '../columns/table.ts'
import { STATEMENT_LIMIT, Statements } from './statements.ts'
import { assignmentsOf } from './write.ts'

const names = Array.from({ length: 12 }, (_, i) => `c${i}`)
const table = new Table('things', {
  id: c.id(),
  ...Object.fromEntries(names.map((name) => [name, c.text().nullable()])),
})
const set = (...columns: readonly string[]) =>
  assignmentsOf(table, Object.fromEntries(columns.map((name) => [name, 'x'])), 'sqlite')

describe('Statements', () => {
  it('uses one update statement per set of columns, in any order', () => {
    const statements = new Statements(table, 'sqlite')

    const one = statements.update(set('c3', 'c1', 'c2'))

    assert.equal(statements.update(set('c1', 'c2', 'c3')), one)
    assert.equal(one.sql, 'update "things" set "c1" = ?, "c2" = ?, "c3" = ? where "id" = ?')
  })

  it('keeps at most its limit, and prefers statements that are used again', () => {
    const statements = new Statements(table, 'sqlite')
    const sets = Array.from({ length: 3 * STATEMENT_LIMIT }, (_, i) =>
      names.filter((_, bit) => ((i + 1) >> bit) & 1),
    )

    const made = new Set(sets.map((columns) => statements.update(set(...columns))))
    const again = sets.filter((columns) => made.has(statements.update(set(...columns))))
    const inserts = sets.map((_, i) => statements.insertMany(i + 1, { missing: [table.keys[0]] }))
    const kept = inserts.filter(
      (statement, i) => statements.insertMany(i + 1, { missing: [table.keys[0]] }) === statement,
    )

    assert.equal(made.size, sets.length)
    assert.ok(again.length < STATEMENT_LIMIT)
    assert.ok(kept.length <= STATEMENT_LIMIT)
    const [last = []] = sets.slice(-1)
    assert.equal(statements.update(set(...last)), statements.update(set(...last)))
  })
})
