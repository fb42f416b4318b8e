import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clausesAfter } from './sqlite-clauses.ts'

describe('clausesAfter', () => {
  it('finds each expression, whatever is quoted or nested in it', () => {
    const column = `"check" text check (a in (1, ')')) default 'check (x)' /* check (y) */ check(b)`

    assert.deepEqual(clausesAfter('check', column), [`a in (1, ')')`, 'b'])
    assert.deepEqual(clausesAfter('as', 'b text generated always AS (lower(a)) stored'), [
      'lower(a)',
    ])
  })
})
