import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { RESERVED_NAMES } from '../packages/tenon/src/data/columns/table.ts'
import { root } from './command.ts'

describe('docs/guide/models.md', () => {
  it('lists each name that a column cannot have, and no others', () => {
    const page = readFileSync(join(root, 'docs/guide/models.md'), 'utf8')
    const [list = ''] = /^A column cannot have the name[^]*?\. The model/m.exec(page) ?? []
    const documented = [...list.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => name)

    assert.deepEqual(documented, RESERVED_NAMES)
  })
})
