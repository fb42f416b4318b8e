import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameSql, mentionsName, parseValuesCheck, simplifySql } from './sql-text.ts'

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
      `((state = ANY (ARRAY['open'::text, 'it''s'::text])))`,
      `(((state)::text = ANY ((ARRAY['open'::character varying, 'it''s'::character varying])::text[])))`,
    ]) {
      assert.deepEqual(parseValuesCheck(sql), expected, sql)
    }
    assert.deepEqual(parseValuesCheck(`((state = 'open'::text))`)?.values, ['open'])
  })

  it('returns undefined for anything else', () => {
    for (const sql of ['price > 0', `state in ('a') or price > 0`, `a = ANY (ARRAY[b, 'c'])`, '']) {
      assert.equal(parseValuesCheck(sql), undefined, sql)
    }
  })
})

describe('mentionsName', () => {
  it('finds whole names only', () => {
    assert.ok(mentionsName('length("body") > 1', 'body'))
    assert.ok(mentionsName('bodyguard + body', 'body'))
    assert.ok(!mentionsName('bodyguard + some_body', 'body'))
  })
})
