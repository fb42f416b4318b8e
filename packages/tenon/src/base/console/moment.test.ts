import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toMoment } from './moment.ts'

it('writes a moment to the second, with its zone', () => {
  assert.equal(toMoment(new Date('2026-11-22T08:55:30.123Z')), '2026-11-22 08:55:30 UTC')
})
