import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRangeCheck } from './range-check.ts'

describe('parseRangeCheck', () => {
  const checks: readonly (readonly [sql: string, column: string, min: number, max: number])[] = [
    ['((VALUE >= 1901) AND (VALUE <= 2155))', 'VALUE', 1901, 2155],
    ['rating between 1 and 5', 'rating', 1, 5],
    ['("Rating" > 0 and "Rating" < 6)', 'Rating', 1, 5],
    [`(floor >= '-2'::integer)`, 'floor', -2, Infinity],
    ['(weight > (0.5)::double precision)', 'weight', 1, Infinity],
    ['stars<=5', 'stars', -Infinity, 5],
    ['(one = 1)', 'one', 1, 1],
  ]
  for (const [sql, column, min, max] of checks) {
    it(`reads ${sql}`, () => {
      assert.deepEqual(parseRangeCheck(sql), { column, min, max })
    })
  }

  it('reads nothing else', () => {
    for (const sql of [
      'a > 1 or a < 0',
      'a > 1 and b < 5',
      'a > b',
      'a + 1 > 2',
      'length(a) > 2',
      'a <> 0',
      'not a > 1',
      `a > '2026-01-01'`,
      'a between 1 and 5 or a = 9',
      '',
    ]) {
      assert.equal(parseRangeCheck(sql), undefined, sql)
    }
  })
})
