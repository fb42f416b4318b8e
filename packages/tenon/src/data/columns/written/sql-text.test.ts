import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameSql, mentionsName, namesIn, parseValuesCheck, simplifySql } from './sql-text.ts'

describe('simplifySql', () => {
  it('removes casts and parentheses, but nothing inside of quotes', () => {
    assert.equal(simplifySql(`('it''s (1)::text'::character varying(20))`), `'it''s (1)::text'`)
    assert.equal(simplifySql(`'G'::"My".mpaa_rating`), `'G'`)
    assert.equal(simplifySql(`("a::b" + (1)::numeric(10, 2))`), `"a::b" + 1`)
  })
})

describe('isSameSql', () => {
  it('ignores what databases change when they print an expression', () => {
    assert.ok(isSameSql('lower(email)', 'lower((email)::text)'))
    assert.ok(isSameSql(`coalesce(a, '') || b`, `(COALESCE(a, ''::text) || b)`))
    assert.ok(isSameSql('"state" is null', '(state IS NULL)'))
  })

  it('keeps the case and the spaces of texts', () => {
    assert.ok(!isSameSql(`state = 'Open'`, `state = 'open'`))
    assert.ok(!isSameSql(`state = 'a b'`, `state = 'ab'`))
  })
})

describe('parseValuesCheck', () => {
  it('reads a list of texts as either database prints it', () => {
    const expected = { column: 'state', values: ['open', "it's"] }
    for (const sql of [
      `"state" in ('open', 'it''s')`,
      `state IN('open',/* or */'it''s')`,
      `state='open' or(state='it''s')`,
      `[state] is null or \`state\` in ('open') or state = 'it''s'`,
      `((state = ANY (ARRAY['open'::text, 'it''s'::text])))`,
      `((state IS NULL) OR (state = ANY (ARRAY['open'::text, 'it''s'::text])))`,
      `(((state)::text = ANY ((ARRAY['open'::character varying, 'it''s'::character varying])::text[])))`,
    ]) {
      assert.deepEqual(parseValuesCheck(sql), expected, sql)
    }
    assert.deepEqual(parseValuesCheck(`((state = 'open'::text))`)?.values, ['open'])
    assert.deepEqual(parseValuesCheck(String.raw`(path = E'a\\b'::text)`)?.values, ['a\\b'])
  })

  it('returns undefined for anything else', () => {
    for (const sql of [
      'price > 0',
      `state in ('a') or price > 0`,
      `a = ANY (ARRAY[b, 'c'])`,
      `state = 'a' or kind = 'b'`,
      `state = 'a' or (state = 'b' and paid_at is not null)`,
      `not (state = 'a' or state = 'b')`,
      'state is null',
      '',
    ]) {
      assert.equal(parseValuesCheck(sql), undefined, sql)
    }
  })
})

describe('namesIn', () => {
  it('finds columns, and no functions, types, collations, tables or keywords', () => {
    const expected: Readonly<Record<string, readonly string[]>> = {
      'length(name) > 1': ['name'],
      'date(due) is not null': ['due'],
      '(name, version desc nulls last) where not gone': ['name', 'version', 'gone'],
      'desc > 1 and "in" in (1.5, 2)': ['desc', 'in'],
      'cast(a as text) collate nocase = b::character varying(20) desc': ['a', 'b'],
      [`a not like b escape '\\' or c like x'0f'`]: ['a', 'b', 'c'],
      'things.size <> "things"."half"': ['size', 'half'],
      "case when a then b else null end || E'c' || current_date": ['a', 'b'],
      'a is not distinct from b -- c': ['a', 'b'],
      "state = any (array['open'::text, other])": ['state', 'array', 'other'],
      '[a b] + `c` + größe': ['a b', 'c', 'größe'],
      "to_tsvector('english', coalesce(title, ''))": ['title'],
    }

    const found = Object.keys(expected).map((sql) => [sql, namesIn(sql).map(({ name }) => name)])

    assert.deepEqual(Object.fromEntries(found), expected)
  })

  it('says where they are', () => {
    const [, second] = namesIn('a + "b"')
    assert.deepEqual(second, { name: 'b', isQuoted: true, start: 4, end: 7 })
  })
})

describe('mentionsName', () => {
  it('finds whole names only', () => {
    assert.ok(mentionsName('length("body") > 1', 'body'))
    assert.ok(mentionsName('bodyguard + body', 'body'))
    assert.ok(!mentionsName('bodyguard + some_body', 'body'))
  })
})
