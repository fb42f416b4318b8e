import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDoors, toDoorError } from './find-door.ts'

describe('findDoors', () => {
  it('finds the doors that export a name', async () => {
    assert.deepEqual(await findDoors('Model'), ['tenon/models'])
    assert.deepEqual(await findDoors('c'), ['tenon/migrations', 'tenon/models'])
    assert.deepEqual(await findDoors('modell'), [])
  })
})

describe('toDoorError', () => {
  it('rewrites what Node says about a missing export', async () => {
    const said = "The requested module 'tenon' does not provide an export named 'limit'"
    const told = await toDoorError(new SyntaxError(said))

    assert.equal(String(told), 'SyntaxError: "limit" is in "tenon/limits", not in "tenon".')
  })

  it('leaves other errors alone', async () => {
    const foreign = "The requested module './a.ts' does not provide an export named 'limit'"

    assert.equal(String(await toDoorError(new SyntaxError(foreign))), `SyntaxError: ${foreign}`)
    assert.equal(String(await toDoorError(new Error('x'))), 'Error: x')
  })
})
