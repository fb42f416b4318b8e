import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../columns/columns.ts'
import { Table } from '../columns/table.ts'
import type { Condition } from './condition.ts'
import { constant, escapeLike, listOf, valueOf } from './parameter.ts'
import { QueryCache, SHAPE_LIMIT, WRITTEN_LIMITS } from './query-cache.ts'
import { type Operation, selectAll, type Selection } from './selection.ts'

const table = new Table('todos', { id: c.id(), title: c.text(), done: c.boolean().nullable() })
const rows: Operation = { kind: 'rows' }

function titled(title: string, change: Partial<Selection> = {}): Selection {
  const column = table.column('title')
  const condition: Condition = {
    kind: 'compare',
    column,
    operator: '=',
    parameter: valueOf(column, title),
  }
  return { ...selectAll(table), condition, ...change }
}

describe('a query cache', () => {
  it('compiles a shape once and binds new values each time', () => {
    const cache = new QueryCache('sqlite')

    const first = cache.prepare(titled('a'), rows)
    const second = cache.prepare(titled('b'), rows)

    assert.equal(first.statement, second.statement)
    assert.deepEqual([first.parameters, second.parameters], [['a'], ['b']])
  })

  it('distinguishes shapes that differ in more than values', () => {
    const cache = new QueryCache('sqlite')
    const done = table.column('done')
    const selections = [
      titled('a'),
      titled('a', { limit: constant(1) }),
      titled('a', { offset: constant(1) }),
      titled('a', { order: [{ column: done, direction: 'asc' }] }),
      titled('a', { order: [{ column: done, direction: 'desc' }] }),
      titled('a', { keys: listOf(table.column('id'), [1]) }),
      titled('a', { condition: undefined }),
      titled('a', { condition: { kind: 'null', column: done, negated: false } }),
      titled('a', { condition: { kind: 'null', column: done, negated: true } }),
    ]
    const operations: Operation[] = [
      { kind: 'count' },
      { kind: 'exists' },
      { kind: 'delete' },
      { kind: 'column', column: done },
    ]

    const statements = [
      ...selections.map((selection) => cache.prepare(selection, rows).statement.sql),
      ...operations.map((operation) => cache.prepare(titled('a'), operation).statement.sql),
    ]

    assert.equal(new Set(statements).size, statements.length)
  })

  it('returns the values in the order of the placeholders', () => {
    const column = table.column('title')
    const changes = [{ column, by: 'value', parameter: constant('new') }] as const

    const prepared = new QueryCache('postgres').prepare(titled('old'), { kind: 'update', changes })

    assert.equal(
      prepared.statement.sql,
      `update "todos" set "title" = $1 where "todos"."title" = $2`,
    )
    assert.deepEqual(prepared.parameters, ['new', 'old'])
  })

  it('reads alongside transactions, but queues writes and locks', () => {
    const cache = new QueryCache('postgres')

    assert.equal(cache.prepare(titled('a'), rows).statement.access, 'read')
    assert.equal(cache.prepare(titled('a'), { kind: 'delete' }).statement.access, 'write')
    const locked = cache.prepare(titled('a', { lock: 'wait' }), rows).statement
    assert.equal(locked.access, 'write')
    assert.match(locked.sql, /for update$/)
  })

  it('does not order by null for columns that are never null, so that SQLite uses the index', () => {
    const sqlite = new QueryCache('sqlite')
    const order = (name: string) =>
      sqlite.prepare(
        titled('a', { order: [{ column: table.column(name), direction: 'asc' }] }),
        rows,
      ).statement.sql

    assert.match(order('id'), /order by "todos"."id" asc$/)
    assert.match(order('done'), /order by "todos"."done" asc nulls last$/)
  })

  it('writes a limit that is the only value into the text for PostgreSQL, of which some per table', () => {
    const cache = new QueryCache('postgres')
    const limited = (count: number) => ({ ...selectAll(table), limit: constant(count) })
    const prepare = (count: number) => cache.prepare(limited(count), rows)

    const written = Array.from({ length: WRITTEN_LIMITS }, (_, i) => prepare(i + 1))
    const bound = [prepare(50), prepare(51)]

    assert.match(written[0]?.statement.sql ?? '', / limit 1$/)
    assert.deepEqual(written[0]?.parameters, [])
    assert.equal(prepare(1).statement, written[0]?.statement)
    assert.equal(new Set(written.map(({ statement }) => statement)).size, WRITTEN_LIMITS)
    assert.match(bound[0]?.statement.sql ?? '', / limit \$1$/)
    assert.equal(bound[0]?.statement, bound[1]?.statement)
    assert.deepEqual(bound.map(({ parameters }) => parameters).flat(), [50, 51])
  })

  it('binds a limit beside another value, of which the best plan may depend', () => {
    const { statement, parameters } = new QueryCache('postgres').prepare(
      titled('a', { limit: constant(5) }),
      rows,
    )

    assert.match(statement.sql, / limit \$2$/)
    assert.deepEqual(parameters, ['a', 5])
  })

  it('keeps a limited number of shapes', () => {
    const cache = new QueryCache('sqlite')
    const first = cache.prepare(titled('a'), rows).statement
    const nested = (depth: number): Condition =>
      depth === 0
        ? { kind: 'null', column: table.column('done'), negated: false }
        : { kind: 'all', conditions: [nested(depth - 1)] }

    const shapes = Array.from({ length: SHAPE_LIMIT }, (_, i) => nested(i))
    for (const condition of shapes.slice(1)) cache.prepare(titled('a', { condition }), rows)
    const kept = cache.prepare(titled('a'), rows).statement
    cache.prepare(titled('a', { condition: nested(0) }), rows)

    assert.equal(kept, first)
    assert.notEqual(cache.prepare(titled('a'), rows).statement, first)
  })
})

describe('a list as one parameter', () => {
  const title = table.column('title')

  it('is JSON for SQLite and an array literal for PostgreSQL', () => {
    const list = listOf(title, [`a"b`, `c\\d`, '{e,f}', "g'h", ''])

    assert.equal(list.encode('sqlite'), JSON.stringify([`a"b`, `c\\d`, '{e,f}', "g'h", '']))
    assert.equal(list.encode('postgres'), String.raw`{"a\"b","c\\d","{e,f}","g'h",""}`)
  })
})

describe('escapeLike', () => {
  it('escapes the characters that are special in patterns', () => {
    assert.equal(escapeLike(String.raw`100%_\x`), String.raw`100\%\_\\x`)
  })
})
