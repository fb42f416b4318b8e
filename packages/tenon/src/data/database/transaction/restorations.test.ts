import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Restorations } from './restorations.ts'

describe('what is restored when a transaction is rolled back', () => {
  it('is restored last first, also with thousands of others and those of a savepoint', () => {
    const [restorations, savepoint] = [new Restorations(), new Restorations()]
    const objects = Array.from({ length: 5000 }, (_, id) => ({ id }))
    const restored: object[] = []
    const restore = (object: object) => restored.push(object)

    for (const object of objects.slice(0, 3000)) restorations.add(object, restore)
    for (const object of objects.slice(3000)) savepoint.add(object, restore)
    restorations.addAll(savepoint)
    restorations.run()

    assert.deepEqual(restored, objects.toReversed())
  })
})
