import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { Todo } from '../app/models/todo.ts'
import { pruneDone } from '../app/tasks/prune-done.ts'

describe('POST /todos', () => {
  it('stores a todo and returns its location', async () => {
    await using app = await testApp()

    const response = await app.as('json').post(route('todos.store'), { title: 'Buy oat milk' })

    const todo = await Todo.query().firstOrFail()
    response.assertStatus(201).assertJson(todo.toJSON())
    response.assertHeader('location', route('todos.show', { todo: todo.id }))
    assert.equal(todo.title, 'Buy oat milk')
  })

  it('answers 422 with a message per invalid field', async () => {
    await using app = await testApp()

    const response = await app.as('json').post(route('todos.store'), { title: '' })

    response.assertStatus(422).assertErrors({ title: 'Title is required' })
    assert.equal(await Todo.query().count(), 0)
  })
})

describe('PUT /todos/{todo}', () => {
  it('changes the title', async () => {
    await using app = await testApp()
    const todo = await Todo.create({ title: 'Buy milk' })

    const response = await app
      .as('json')
      .put(route('todos.update', { todo: todo.id }), { title: 'Buy oat milk' })

    response.assertStatus(200).assertJson({ ...todo.toJSON(), title: 'Buy oat milk' })
  })
})

describe('POST /todos/{todo}/toggle', () => {
  it('toggles a todo and back', async () => {
    await using app = await testApp()
    const todo = await Todo.create({ title: 'Sharpen the chisels' })

    const once = await app.as('json').post(route('todos.toggle', { todo: todo.id }))
    const twice = await app.as('json').post(route('todos.toggle', { todo: todo.id }))

    once.assertJson({ ...todo.toJSON(), completed: true })
    twice.assertJson(todo.toJSON())
  })
})

describe('DELETE /todos/{todo}', () => {
  it('deletes a todo, which is then not found', async () => {
    await using app = await testApp()
    const todo = await Todo.create({ title: 'Sharpen the chisels' })

    const deleted = await app.as('json').delete(route('todos.destroy', { todo: todo.id }))
    const missing = await app.as('json').get(route('todos.show', { todo: todo.id }))

    deleted.assertStatus(204)
    missing.assertStatus(404)
  })
})

describe('the schedule', () => {
  it('prunes only todos completed more than 30 days ago', async () => {
    await using app = await testApp()
    const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    await Todo.create({ title: 'Long done', completed: true, completed_at: monthAgo })
    const open = await Todo.create({ title: 'Still open' })

    await app.runTask(pruneDone)

    const list = await app.as('json').get(route('todos.index'))
    list.assertJson([open.toJSON()])
  })
})

it('answers as the OpenAPI document says', async () => {
  await using app = await testApp()
  const todo = await Todo.create({ title: 'Buy oat milk' })

  assert.deepEqual(await app.checkContract({ parameters: { todo: todo.id } }), [])
})
