import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addToVary } from './vary.ts'

describe('addToVary', () => {
  it('adds a name once, however it is written', () => {
    const given = [
      addToVary('', 'Accept'),
      addToVary('Accept', 'Cookie'),
      addToVary('Accept , cookie', 'Cookie'),
      addToVary('accept', 'Accept'),
    ]

    assert.deepEqual(given, ['Accept', 'Accept, Cookie', 'Accept , cookie', 'accept'])
  })

  it('forgets values and names, because there may be many', () => {
    for (let i = 0; i < 1000; i++) addToVary(`X-${i}`, `Y-${i % 300}`)

    assert.equal(addToVary('X-1', 'Y-1'), 'X-1, Y-1')
  })

  it('refuses a name that cannot be sent, also a second time', () => {
    for (const _time of [1, 2]) {
      assert.throws(() => addToVary('Accept', 'X\r\nSet-Cookie: a=b'), { code: 'E_HEADER_VALUE' })
    }
  })
})
