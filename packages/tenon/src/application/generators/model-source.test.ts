import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toColumnWords } from './column-words.ts'
import { readModel } from './model-source.ts'

describe('readModel', () => {
  it('reads what generators know, and omits values that records get automatically', () => {
    const model = readModel(`export class Todo extends Model('todos', {
  id: c.uuidId(),
  title: c.text<'a' | 'b'>().unique(),
  done: c.boolean().default(false),
  state: c.text().default('open'),
  seen_at: c.timestamp().onCreate(() => new Date()),
  note: c.text().nullable().hidden(),
  tags: c.json<string[]>(),
  user_id: c.integer().index().references('people.id', { onDelete: 'cascade' }),
  ...timestamps(),
}) {
  static user = belongsTo(() => Person, 'user_id')
}
`)

    assert.equal(model?.table, 'todos')
    assert.equal(model.key, 'uuidId')
    assert.deepEqual(toColumnWords(model.fields), [
      'title:text:unique',
      'done:boolean',
      'note:text:nullable',
      'user:belongsTo:Person',
    ])
  })

  it('returns undefined for a file of an unexpected form', () => {
    assert.equal(readModel('export const Todo = makeModel()\n'), undefined)
  })
})
