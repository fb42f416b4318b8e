import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Project } from '../generators/project.ts'
import { findExistingModels, hasView } from './existing-models.ts'

const files: Readonly<Record<string, string>> = {
  'app/models/person.ts': `export class Person extends Model('people', { id: c.id() }) {}\n`,
  'app/models/note.ts': `export class Note extends Model("notes", { id: c.id() }) {}\n`,
  'app/models/old.ts': `export class Old extends Model(\n  "old",\n  {\n    id: c.id(),\n  },\n) {}\n`,
  'app/models/sale.ts': `export class Sale extends DatabaseView("sales", { id: c.id() }) {}\n`,
  'app/models/tax.ts': `export class Tax extends DatabaseView(\n  'taxes',\n  { id: c.id() },\n) {}\n`,
  'app/models/README.md': `class Readme extends Model('readme', {`,
}
const project: Project = {
  root: '/nowhere',
  pages: undefined,
  layout: 'none',
  access: 'everybody',
  read: (path) => files[path],
  list: () => Object.keys(files).map((path) => path.replace('app/models/', '')),
}

describe('findExistingModels', () => {
  it('finds the models of tables, in either kind of quotes', () => {
    const tables = ['people', 'notes', 'sales', 'readme', 'others']
    const schema = new Map(
      tables.map((table) => [table, { columns: {}, primaryKey: undefined, hasModel: true }]),
    )

    const { names } = findExistingModels(project, schema)

    assert.deepEqual(
      [...names],
      [
        ['people', { model: 'Person', file: 'person', words: ['person'] }],
        ['notes', { model: 'Note', file: 'note', words: ['note'] }],
      ],
    )
  })
})

describe('hasView', () => {
  it('finds the model of a view, in either kind of quotes', () => {
    const found = ['sales', 'taxes', 'people', 'others'].map((name) => hasView(project, name))

    assert.deepEqual(found, [true, true, false, false])
  })
})
