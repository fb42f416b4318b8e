import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { eventsOf, LiveClient } from '../live/live-client.ts'
import { startDevelopment } from './start-development.ts'

const todo = join(import.meta.dirname, '../../../../examples/todo')

it('tenon dev serves live pages, also after a reload', { timeout: 120_000 }, async () => {
  await using app = await startDevelopment(todo)
  const client = new LiveClient(app.origin)
  const add = () =>
    fetch(`${app.origin}/todos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-inertia': 'true' },
      body: JSON.stringify({ title: 'Buy milk' }),
      redirect: 'manual',
    })
  const isTold = async (): Promise<boolean> => {
    const { todos = '' } = await client.visit('/todos')
    const events = eventsOf(await client.follow(todos))
    await events.next()
    await add()
    const { value } = await events.next()
    await events.return(undefined)
    return Object.keys(value?.data.changed ?? {}).length === 1
  }

  assert.ok(await isTold())
  app.edit('app/controllers/todos.ts', 'todo: null', 'todo: null ')
  await app.logged('Reloaded')
  assert.ok(await isTold())
})
