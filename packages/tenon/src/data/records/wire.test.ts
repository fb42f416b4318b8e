import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toWire } from './wire.ts'

describe('toWire', () => {
  it('writes dates and 64-bit integers as text at any depth', () => {
    const moment = new Date('2026-11-20T09:30:00.123Z')

    const wire = toWire({ at: moment, list: [1n, { big: 2n }], none: null, text: 'x' })

    assert.deepEqual(wire, {
      at: '2026-11-20T09:30:00.123Z',
      list: ['1', { big: '2' }],
      none: null,
      text: 'x',
    })
  })

  it('lets instances of classes define how they are written', () => {
    class Money {
      readonly cents = 5n

      toJSON() {
        return '0.05 €'
      }
    }

    assert.equal(toWire(new Money()), '0.05 €')
  })
})
