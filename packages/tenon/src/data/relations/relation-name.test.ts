import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../columns/columns.ts'
import { RESERVED_NAMES } from '../columns/table.ts'
import { Model } from '../models/model.ts'
import type { AnyModel } from '../records/entity.ts'
import { assertModels } from './assertions/assert-models.ts'
import { RESERVED_STATICS } from './relation-name.ts'
import { belongsTo } from './relation.ts'

class Table extends Model('tables', { id: c.id() }) {}

/** A model with one relation. */
function bookingWith(relation: string): AnyModel {
  class Booking extends Model('bookings', { id: c.id(), table_id: c.integer() }) {}
  Object.defineProperty(Booking, relation, {
    value: belongsTo(() => Table, 'table_id'),
    enumerable: true,
  })
  return Booking
}

describe('the name of a relation', () => {
  it('is none of the static members that models have', () => {
    const inherited = toChain(Table).flatMap((each) => Object.getOwnPropertyNames(each))
    const members = new Set(inherited.filter((name) => /^\w+$/.test(name) && name !== 'length'))

    assert.deepEqual([...RESERVED_STATICS].toSorted(), [...members].toSorted())
  })

  it('is refused at boot if models or records have such a member', () => {
    const definable = [...RESERVED_STATICS, ...RESERVED_NAMES].filter(
      (name) => name !== 'prototype',
    )

    for (const name of definable) {
      const message = `A relation of "bookings" cannot be named "${name}", because models or their records have a member of that name. Choose another name.`
      const refusal = { code: 'E_RELATION_NAME', message }
      assert.throws(() => assertModels([bookingWith(name), Table]), refusal, name)
    }
  })

  it('may be that of a function, which no model is called as', () => {
    for (const name of ['call', 'bind', 'apply', 'length', 'seat']) {
      assert.doesNotThrow(() => assertModels([bookingWith(name), Table]), name)
    }
  })
})

/** The classes that a model extends. */
function toChain(model: object): readonly object[] {
  const parent: unknown = Object.getPrototypeOf(model)
  return typeof parent !== 'function' || parent === Function.prototype
    ? []
    : [parent, ...toChain(parent)]
}
