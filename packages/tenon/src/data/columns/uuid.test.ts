import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UUID } from './types/uuid.ts'
import { uuidV7 } from './uuid.ts'

describe('uuidV7', () => {
  it('carries the version, the variant and the time of its creation', () => {
    const before = Date.now()

    const uuid = uuidV7()

    const time = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)
    assert.match(uuid, UUID)
    assert.match(uuid, /^.{8}-.{4}-7.{3}-[89ab]/)
    assert.ok(time >= before && time <= Date.now())
  })
})
