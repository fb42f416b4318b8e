import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { createService, toPath } from '../support/language-service.ts'

const files = {
  'models.ts': `import { c, hasMany, manyToMany, Model } from 'tenon/models'
export class Todo extends Model('todos', { id: c.id(), title: c.text(), done: c.boolean() }) {}
export class Pair extends Model('pairs', { id: c.id(), list_id: c.integer(), todo_id: c.integer(), place: c.integer() }) {}
export class List extends Model('lists', { id: c.id() }) {
  static todos = hasMany(() => Todo, 'id')
  static others = manyToMany(() => Todo, { through: () => Pair, local: 'list_id', target: 'todo_id' })
}
`,
  // A component that uses its props, without a rendering library.
  'show.ts': `import type { Wire } from 'tenon'
import type { Todo } from './models.ts'
export default function Show({ todo }: { todo: Wire<Todo> }) {
  return todo.title
}
`,
  'todos.test.ts': `import { factory } from 'tenon/factories'
import { List, Todo } from './models.ts'
export const todo = await Todo.create({ title: 'Write', done: false })
export const found = await Todo.where('title', 'Write').first()
export const title = todo.title
await Todo.createMany([{ title: 'many', done: false }])
await Todo.upsert([{ title: 'upsert', done: false }], { by: ['id'] })
await Todo.firstOrCreate({ title: 'by' }, { done: false })
await Todo.updateOrCreate({ done: false }, { title: 'other' })
await Todo.update(1, { title: 'key' })
await Todo.query().update({ title: 'query' })
await todo.update({ title: 'record' })
await Todo.where({ title: 'where' }).orWhere({ title: 'orWhere' }).all()
await List.query().whereHas('todos', (todos) => todos.where({ title: 'whereHas' })).all()
const todos = factory(Todo, () => ({ title: 'blueprint', done: false }), { late: { title: 'state' } })
await todos.with({ title: 'with' }).create({ title: 'made' })
await todos.createMany(2, { title: 'each', done: () => true })
`,
  'pairs.test.ts': `import { List } from './models.ts'
const list = await List.findOrFail(1)
await list.attach(List.others, [1], { place: 1 })
await list.sync(List.others, [1], { place: 2 })
await list.updatePivot(List.others, [1], { place: 3 })
`,
}

describe('renaming a column', () => {
  it('finds the pages and tests that use it', { timeout: 60_000 }, () => {
    const position = files['models.ts'].indexOf('title:')

    const places = findPlaces('models.ts', position)

    assert.deepEqual(places.toSorted(), [
      'models.ts: title: c.text()',
      'show.ts: title',
      'todos.test.ts: title',
      "todos.test.ts: title: 'Write'",
      "todos.test.ts: title: 'blueprint'",
      "todos.test.ts: title: 'by'",
      "todos.test.ts: title: 'each'",
      "todos.test.ts: title: 'key'",
      "todos.test.ts: title: 'made'",
      "todos.test.ts: title: 'many'",
      "todos.test.ts: title: 'orWhere'",
      "todos.test.ts: title: 'other'",
      "todos.test.ts: title: 'query'",
      "todos.test.ts: title: 'record'",
      "todos.test.ts: title: 'state'",
      "todos.test.ts: title: 'upsert'",
      "todos.test.ts: title: 'where'",
      "todos.test.ts: title: 'whereHas'",
      "todos.test.ts: title: 'with'",
    ])
  })

  it('finds the values for a pivot table', { timeout: 60_000 }, () => {
    const position = files['models.ts'].indexOf('place:')

    const places = findPlaces('models.ts', position)

    assert.deepEqual(places.toSorted(), [
      'models.ts: place: c.integer()',
      'pairs.test.ts: place: 1',
      'pairs.test.ts: place: 2',
      'pairs.test.ts: place: 3',
    ])
  })
})

describe('going to the definition of a property of a prop', () => {
  it('leads to the column', { timeout: 60_000 }, () => {
    const position = files['show.ts'].indexOf('todo.title') + 'todo.'.length

    const [found] = createService(files).getDefinitionAtPosition(toPath('show.ts'), position) ?? []

    assert.equal(basename(found?.fileName ?? ''), 'models.ts')
    assert.equal(found?.textSpan.start, files['models.ts'].indexOf('title:'))
  })
})

/** The places that would be renamed: file, and the text there up to a comma or brace. */
function findPlaces(name: keyof typeof files, position: number): readonly string[] {
  const found = createService(files).findRenameLocations(toPath(name), position, false, false, {})
  const texts = new Map<string, string>(Object.entries(files))
  return (found ?? []).map(({ fileName, textSpan }) => {
    const file = basename(fileName)
    const [text] = (texts.get(file) ?? '').slice(textSpan.start).split(/[,}\n]/)
    return `${file}: ${text?.trim()}`
  })
}
