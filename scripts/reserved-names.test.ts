import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { RESERVED_NAMES } from '../packages/tenon/src/data/columns/table.ts'
import { RESERVED_DATABASES } from '../packages/tenon/src/data/database/named/named-database.ts'
import { RESERVED_STATICS } from '../packages/tenon/src/data/relations/relation-name.ts'
import { RESERVED_MODELS } from '../packages/tenon/src/scaffolding/templates/names.ts'
import { root } from './command.ts'

const page = readFileSync(join(root, 'docs/reference/reserved-names.md'), 'utf8')

describe('docs/reference/reserved-names.md', () => {
  it('lists each name that a column cannot have, and no others', () => {
    assert.deepEqual(namesOf('a column, a relation'), RESERVED_NAMES)
  })

  it('lists each name that a relation alone cannot have, and no others', () => {
    assert.deepEqual(namesOf('a relation, besides'), RESERVED_STATICS)
  })

  it('lists each name that a database cannot have, and no others', () => {
    assert.deepEqual(namesOf('a \\[named database'), RESERVED_DATABASES)
  })

  it('lists each name that a generated model cannot have, and no others', () => {
    assert.deepEqual(namesOf('a model that'), RESERVED_MODELS)
  })
})

/** The names in the second cell of the row that begins so. */
function namesOf(row: string): readonly string[] {
  const [, names = ''] = new RegExp(`^\\| ${row}[^|]*\\|([^|]*)`, 'm').exec(page) ?? []
  return toNames(names)
}

function toNames(text: string): readonly string[] {
  return [...text.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => name)
}
