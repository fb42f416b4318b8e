import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { createLog } from '../../src/base/log/create-log.ts'
import { logContexts } from '../../src/base/log/log-context.ts'
import { EventBus, eventBuses } from '../../src/work/events/event-bus.ts'
import { c, Model } from '../../src/models.ts'
import { transaction, withDatabase } from '../../src/database.ts'
import { event, listener, type Listener } from '../../src/events.ts'
import { application, get, routes } from '../../src/index.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

interface Todo {
  readonly id: number
  readonly title: string
}

class Sent extends Model('sent', { id: c.id(), todo: c.integer() }) {}

const todoDone = event<{ todo: Todo }>('todo.done')
const other = event<number>('other')
const todo: Todo = { id: 7, title: 'Milk' }

/** Stands for a job: it writes a row, as dispatching does. */
const recordSent = {
  name: 'record-sent',
  dispatch: ({ id }: { readonly id: number }) => Sent.create({ todo: id }),
}
const failing = {
  name: 'failing',
  dispatch: ({ id }: { readonly id: number }) => Promise.reject(new Error(`no job for ${id}`)),
}
const toId = ({ todo }: { todo: Todo }) => ({ id: todo.id })

forEachDialect('an event', (open) => {
  async function withListeners(
    listeners: readonly Listener[],
    body: () => Promise<void>,
  ): Promise<void> {
    await using database = await open()
    await createTables(database, Sent)
    await withDatabase(database, () => eventBuses.run(new EventBus(listeners), body))
  }

  it('reaches its listeners in order, and no other', async () => {
    const heard: string[] = []
    const listeners = [
      listener('first', todoDone).run(async ({ todo }) => void heard.push(`first ${todo.title}`)),
      listener('third', other).run((number) => void heard.push(`other ${number}`)),
      listener('second', todoDone).run(({ todo }) => void heard.push(`second ${todo.title}`)),
    ]

    await withListeners(listeners, () => todoDone.emit({ todo }))

    assert.deepEqual(heard, ['first Milk', 'second Milk'])
  })

  it('reaches functions after the commit, and nobody after a rollback', async () => {
    const heard: string[] = []
    const listeners = [
      listener('functions', todoDone).run(({ todo }) => void heard.push(todo.title)),
      listener('record-sent', todoDone).dispatch(recordSent, toId),
    ]

    await withListeners(listeners, async () => {
      const undone = transaction(async () => {
        await todoDone.emit({ todo })
        throw new Error('no')
      })
      await assert.rejects(undone, /no/)
      const afterRollback = [heard.length, await Sent.count()]
      await transaction(async () => {
        await todoDone.emit({ todo })
        assert.equal(heard.length, 0)
        assert.equal(await Sent.count(), 1)
      })

      assert.deepEqual(afterRollback, [0, 0])
      assert.deepEqual([heard, await Sent.count()], [['Milk'], 1])
    })
  })

  it('dispatches all of its jobs or none', async () => {
    const listeners = [
      listener('record-sent', todoDone).dispatch(recordSent, toId),
      listener('failing', todoDone).dispatch(failing, toId),
    ]

    await withListeners(listeners, async () => {
      await assert.rejects(todoDone.emit({ todo }), /no job/)

      assert.equal(await Sent.count(), 0)
    })
  })

  it('reaches the other listeners when one fails, which is logged', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'error', format: 'json', destination })
    const forget = logContexts.register(log)
    const heard: string[] = []
    const listeners = [
      listener('send-sms', todoDone).run(function sendSms() {
        throw new Error('no network')
      }),
      listener('next', todoDone).run(({ todo }) => void heard.push(todo.title)),
    ]

    await withListeners(listeners, () => todoDone.emit({ todo }))
    forget()

    assert.deepEqual(heard, ['Milk'])
    assert.match(
      lines.join(),
      /no network.*The listener \\"send-sms\\" of the event \\"todo.done\\" failed/,
    )
  })
})

describe('events of an application', () => {
  const finish = async (): Promise<string> => {
    await todoDone.emit({ todo })
    return 'done'
  }
  const undo = () =>
    transaction(async () => {
      await todoDone.emit({ todo })
      throw new Error('no')
    })
  const web = routes([get('/done', finish), get('/undone', undo)])

  it('are seen by its tests, typed, except those of a rollback', async () => {
    const app = application({ root: import.meta.dirname, routes: web })
    await using client = await testApp({ application: app })

    await client.get('/undone')
    await client.get('/done')

    const titles = client.events.of(todoDone).map(({ todo }) => todo.title)
    assert.deepEqual(titles, ['Milk'])
    assert.deepEqual(client.events.names, ['todo.done'])
    assert.deepEqual(
      [...client.events].map(({ event }) => event.name),
      ['todo.done'],
    )
    assert.match(inspect(client.events), /^\[ ?\s*\{\s+event: 'todo\.done',\s+payload: /)
    client.events.clear()
    assert.deepEqual(client.events.of(todoDone), [])
  })

  it('fail the test if a listener fails', async () => {
    const events = [
      listener('failing', todoDone).run(() => Promise.reject(new Error('no network'))),
    ]
    const app = application({ root: import.meta.dirname, routes: web, listeners: events })
    await using client = await testApp({ application: app })

    const { status, error } = await client.get('/done')

    assert.equal(status, 500)
    assert.match(String(error), /no network/)
  })

  it('cannot have the same name, or a malformed one', () => {
    const twin = event<string>('todo.done')
    const listeners = [
      listener('one', todoDone).run(() => {}),
      listener('other', twin).run(() => {}),
    ]

    const again = [listeners[0] ?? assert.fail(), listener('one', todoDone).run(() => {})]

    assert.throws(() => new EventBus(listeners), { code: 'E_EVENT_NAME_TAKEN' })
    assert.throws(() => new EventBus(again), { code: 'E_LISTENER_NAME_TAKEN' })
    assert.throws(() => event('two words'), { code: 'E_EVENT_NAME' })
  })

  it('are refused if listeners of every process cannot be told what they carry', async () => {
    const large = event<string>('large')
    const circular = event<object>('circular')
    const listeners = [
      listener('large', large)
        .inEveryProcess()
        .run(() => {}),
      listener('circular', circular)
        .inEveryProcess()
        .run(() => {}),
    ]
    const app = application({ root: import.meta.dirname, routes: web, listeners })
    await using _client = await testApp({ application: app })
    const round: { self?: object } = {}
    round.self = round

    await assert.rejects(large.emit('x'.repeat(6000)), { code: 'E_EVENT_PAYLOAD' })
    await assert.rejects(circular.emit({ big: new Map([[1, round]]), toJSON: () => round }), {
      code: 'E_EVENT_PAYLOAD',
    })
    await large.emit('x'.repeat(5000))
  })

  it('cannot be emitted before it has started', async () => {
    await assert.rejects(todoDone.emit({ todo }), { code: 'E_NO_EVENTS' })
  })
})
