import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { castRemover } from './own-types.ts'

describe('castRemover', () => {
  it('takes out casts to the types, but not those to others or what a text contains', () => {
    const remove = castRemover(['st', '"Mood"', 'shop.st'])

    const left = [
      "(state = 'x'::st)",
      `(m = ANY (ARRAY['a'::"Mood", 'b'::"Mood"]))`,
      "'{}'::st[]",
      "'::st'::shop.st",
      "'a'::state",
      "'a'::st.other",
      "('a'::text)::st",
    ].map(remove)

    assert.deepEqual(left, [
      "(state = 'x')",
      "(m = ANY (ARRAY['a', 'b']))",
      "'{}'",
      "'::st'",
      "'a'::state",
      "'a'::st.other",
      "('a'::text)",
    ])
  })

  it('leaves SQL as it is where there are no such types', () => {
    assert.equal(castRemover([])("'x'::st"), "'x'::st")
  })
})
