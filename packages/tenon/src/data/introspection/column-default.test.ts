import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../columns/columns.ts'
import type { ColumnKind } from './catalog-table.ts'
import { readDefault } from './column-default.ts'

const kind = (type: ColumnKind['type']): ColumnKind => ({
  type,
  digits: type === 'decimal' ? { precision: 5, scale: 2 } : undefined,
  values: undefined,
})

describe('readDefault', () => {
  it('reads constants of each type as both databases print them', () => {
    const expected: readonly (readonly [ColumnKind['type'], string, unknown])[] = [
      ['integer', "'-1'::integer", -1],
      ['integer', '(-1)', -1],
      ['bigint', "'9007199254740993'::bigint", 9007199254740993n],
      ['real', '0.5', 0.5],
      ['real', '1e+21', 1e21],
      ['real', "'-1.5e-07'::double precision", -1.5e-7],
      ['decimal', '4.9', '4.90'],
      ['boolean', 'true', true],
      ['boolean', '0', false],
      ['text', "'it''s'::character varying", "it's"],
      ['text', '"quoted"', 'quoted'],
      ['date', "'2026-01-01'::date", '2026-01-01'],
      ['time', "'09:30:00'::time without time zone", '09:30:00'],
      ['time', "'09:30'", '09:30:00'],
      [
        'timestamp',
        "'2026-01-01 12:00:00.5+02'::timestamp with time zone",
        new Date('2026-01-01T10:00:00.500Z'),
      ],
      ['json', `'{"a": 1}'::jsonb`, { a: 1 }],
      ['bytes', String.raw`'\x00ff'::bytea`, new Uint8Array([0, 255])],
      ['bytes', "x'00ff'", new Uint8Array([0, 255])],
    ]

    for (const [type, sql, constant] of expected) {
      const read = readDefault(sql, kind(type), 'postgres')
      assert.deepEqual(read, { type, constant, computed: undefined }, sql)
    }
  })

  it('reads the items of a list as values of their type', () => {
    const expected: readonly (readonly [ColumnKind['type'], string, readonly unknown[]])[] = [
      ['text', "'{}'::text[]", []],
      ['text', `'{it''s,"b,c","null",NULL,""}'::text[]`, ["it's", 'b,c', 'null', null, '']],
      ['integer', "'{1,-2}'::integer[]", [1, -2]],
      ['boolean', "'{t,f}'::boolean[]", [true, false]],
      ['decimal', "'{4.9}'::numeric(5,2)[]", ['4.90']],
    ]

    for (const [type, sql, constant] of expected) {
      const item = { ...c.text().definition, ...kind(type) }
      const read = readDefault(sql, { ...kind('array'), item }, 'postgres')
      assert.deepEqual(read, { type: 'array', constant, computed: undefined }, sql)
    }
  })

  it('keeps anything else as SQL of its database, and knows the current time for both', () => {
    const random = readDefault('random()', kind('real'), 'postgres')
    const now = readDefault('now()', kind('timestamp'), 'postgres')
    const today = readDefault('CURRENT_DATE', kind('date'), 'sqlite')

    assert.deepEqual(random.computed?.sql, { sqlite: 'null', postgres: 'random()' })
    assert.match(now.computed?.sql.sqlite ?? '', /unixepoch/)
    assert.equal(today.computed?.sql.postgres, 'CURRENT_DATE')
  })

  it('reads null, and no default at all, as none', () => {
    for (const sql of [undefined, 'NULL', 'NULL::character varying']) {
      const none = { type: 'text', constant: undefined, computed: undefined }
      assert.deepEqual(readDefault(sql, kind('text'), 'postgres'), none, String(sql))
    }
  })
})
