import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { ownTables } from '../../src/application/runtime/databases/own-tables.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { OwnUpgrades } from '../../src/data/migrations/own/own-upgrades.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createFirstTables } from './first-tables.ts'
import { readStructure } from './read-structure.ts'

forEachDialect('the tables of our own', (open) => {
  it('have the same structure whether they were upgraded from the first ones or are new', async () => {
    const [upgraded, created] = [await open(), await open()]
    await createFirstTables(upgraded)

    await new OwnUpgrades(upgraded, ownTables, {}).run()
    // There are more tables than at first.
    await createOwnTables(upgraded, ownTables)
    await createOwnTables(created, ownTables)

    assert.deepEqual(await readStructure(upgraded), await readStructure(created))
  })
})
