import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findSilentLoops } from './silent-loops.ts'

function lines(...source: readonly string[]): readonly string[] {
  return findSilentLoops('a.test.ts', source.join('\n')).map((each) => each.split(': ')[0] ?? '')
}

describe('findSilentLoops', () => {
  it('finds assertions that are the same for every case', () => {
    assert.deepEqual(
      lines(
        'for (const path of paths) assert.equal((await app.get(path)).status, 404)',
        'for (let i = 0; i < 9; i++) {',
        '  const { status } = await post()',
        "  assert.ok(status < 300, 'it failed')",
        '  for (const call of calls) assert.throws(call, { code })',
        '}',
      ),
      ['a.test.ts:1', 'a.test.ts:4', 'a.test.ts:5'],
    )
  })

  it('accepts what names the case, expects another value for each, or prints its text', () => {
    assert.deepEqual(
      lines(
        'for (const [path, status] of paths) {',
        '  const { text, ...answer } = await app.get(path)',
        '  assert.equal(answer.status, 404, path)',
        '  assert.deepEqual([path, answer.status], [path, 404])',
        '  assert.equal(answer.status, status)',
        '  assert.match(text, /Not Found/)',
        '}',
      ),
      [],
    )
  })

  it('accepts a case for each, and assertions outside of loops', () => {
    assert.deepEqual(
      lines(
        'for (const path of paths) it(`answers ${path}`, () => assert.equal(get(path), 404))',
        'assert.equal(get(path), 404)',
      ),
      [],
    )
  })
})
