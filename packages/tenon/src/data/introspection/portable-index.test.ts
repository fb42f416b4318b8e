import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIndex } from '../migrations/operations.ts'
import { toPortableIndex } from './portable-index.ts'

const expressionOf = (sql: string, dialect: 'sqlite' | 'postgres' = 'postgres') =>
  toPortableIndex(createIndex('users', [], { name: 'a', expressions: [sql] }), dialect)
    .expressions[0]

describe('the SQL of an index that was pulled', () => {
  it('stays one text if both databases read it', () => {
    for (const sql of [
      'lower(email)',
      'lower(email) desc',
      'deleted_at IS NULL',
      '(deleted_at is  not null)',
      `(state = 'it''s' AND age >= 1.5)`,
      `state in ('a is 1', 'b') and not (size + 1 > 2)`,
      `case when is_open is true then 1 else coalesce(size, 0) end`,
    ]) {
      assert.equal(expressionOf(sql), sql, sql)
      assert.equal(expressionOf(sql, 'sqlite'), sql, sql)
    }
  })

  it('loses the casts that SQLite does not need', () => {
    assert.deepEqual(expressionOf('lower((email)::text)'), {
      sqlite: 'lower((email))',
      postgres: 'lower((email)::text)',
    })
    assert.deepEqual(expressionOf(`((state)::character varying(20) = 'a::text'::text)`), {
      sqlite: `((state) = 'a::text')`,
      postgres: `((state)::character varying(20) = 'a::text'::text)`,
    })
  })

  it('is left out of the other database if only one of them has it', () => {
    const texts = [
      `date_trunc('day'::text, at)`,
      `(at > '2026-01-01 00:00:00'::timestamp without time zone)`,
      `((state = ANY (ARRAY['a'::text])))`,
      `(name COLLATE "C")`,
      `(data ->> 'a'::text)`,
      `(name ~~ 'a%'::text)`,
    ]
    for (const postgres of texts) {
      assert.deepEqual(expressionOf(postgres), { sqlite: '', postgres }, postgres)
    }
    for (const sqlite of [
      'a == 1',
      'a is 1',
      'a IS NOT 1',
      'a is b',
      `name like 'a%'`,
      `(name) LIKE 'a%'`,
      'a collate nocase',
    ]) {
      assert.deepEqual(expressionOf(sqlite, 'sqlite'), { sqlite, postgres: '' }, sqlite)
    }
    assert.deepEqual(expressionOf(`at > date '2026-01-01'`), {
      sqlite: '',
      postgres: `at > date '2026-01-01'`,
    })
    assert.deepEqual(expressionOf(`strftime('%Y', at)`, 'sqlite'), {
      sqlite: `strftime('%Y', at)`,
      postgres: '',
    })
  })
})
