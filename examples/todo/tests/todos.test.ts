import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { Todo } from '../app/models/todo.ts'
import { pruneDone } from '../app/tasks/prune-done.ts'

describe('POST /todos', () => {
  it('stores a todo and goes back to the list', async () => {
    await using app = await testApp()

    const response = await app.as('page').post(route('todos.store'), { title: 'Buy oat milk' })

    response.assertStatus(303).assertRedirect('/todos')
    assert.deepEqual(await Todo.query().pluck('title'), ['Buy oat milk'])
  })

  it('shows the form again if the title is empty', async () => {
    await using app = await testApp()

    const response = await app.as('page').post(route('todos.store'), { title: ' ' })

    response.assertStatus(422).assertPage('Todos/Create')
    response.assertErrors({ title: 'Title is required' })
  })
})

describe('POST /todos/{todo}/toggle', () => {
  it('toggles a todo there and back', async () => {
    await using app = await testApp()
    const todo = await Todo.create({ title: 'Sharpen the chisels' })

    await app.post(route('todos.toggle', { todo: todo.id }))
    const once = await app.get(route('todos.edit', { todo: todo.id }))
    await app.post(route('todos.toggle', { todo: todo.id }))
    const twice = await app.get(route('todos.edit', { todo: todo.id }))

    once.assertPage('Todos/Edit', { todo: { ...todo.toJSON(), completed: true } })
    twice.assertPage('Todos/Edit', { todo: todo.toJSON() })
  })
})

describe('the schedule', () => {
  it('prunes todos that were completed more than 30 days ago, and nothing else', async () => {
    await using app = await testApp()
    const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    await Todo.create({ title: 'Long done', completed: true, completed_at: monthAgo })
    const open = await Todo.create({ title: 'Still open' })

    await app.runTask(pruneDone)

    const list = await app.as('json').get(route('todos.index'))
    list.assertPage('Todos/Index', { todos: [open.toJSON()] })
  })
})
