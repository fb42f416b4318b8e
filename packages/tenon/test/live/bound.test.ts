import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currentDatabase } from '../../src/database.ts'
import { application, get, handler, page, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { live } from '../../src/pages.ts'
import { readsReplica, withReplicaReads } from '../../src/data/drivers/replicas/read-scope.ts'
import { readsOf } from '../../src/data/models/watching/reads-of.ts'
import { feeds } from '../../src/stores/changes/current-feed.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

/** What happens after the handler has got its record, and before its live props are loaded. */
const meanwhile: (() => Promise<void>)[] = []

const app = application({
  root: import.meta.dirname,
  routes: routes([
    get(
      '/notes/{note}',
      handler({ note: Note }).run(async ({ note }) => {
        for (const happen of meanwhile.splice(0)) await happen()
        return page('Note', { title: live(() => note.title, { on: [Note.where('id', note.id)] }) })
      }),
    ),
    get('/counted', async () => {
      for (const happen of meanwhile.splice(0)) await happen()
      return page('Note', { count: live(() => Note.count()) })
    }),
  ]),
})

async function open() {
  const client = await testApp({ application: app })
  await createTables(currentDatabase(), Note)
  await Note.create({ title: 'one' })
  feeds.get()?.watch(readsOf([Note]), () => {})
  return client
}

const change = async (): Promise<void> => {
  await Note.update(1, { title: 'two' })
}

const kinds = {
  'that asks again': { purpose: 'live', 'x-inertia': 'true' },
  'of a visit': { 'x-inertia': 'true' },
  'that is loaded': { accept: 'application/json' },
}

describe('a live page whose handler has got a record before it was changed', () => {
  for (const [kind, headers] of Object.entries(kinds)) {
    it(`learns of the change: one ${kind}`, async () => {
      await using client = await open()
      meanwhile.push(change)

      const { text } = await client.send('GET', '/notes/1', { headers })
      const { props, liveProps } = JSON.parse(text)

      assert.equal(props.title, 'one')
      assert.equal(feeds.get()?.hasChanged(readsOf([Note]), liveProps.title.position), true)
    })

    it(`learns of nothing else: one ${kind}`, async () => {
      await using client = await open()
      await change()

      const { text } = await client.send('GET', '/notes/1', { headers })
      const { props, liveProps } = JSON.parse(text)

      assert.equal(props.title, 'two')
      assert.equal(feeds.get()?.hasChanged(readsOf([Note]), liveProps.title.position), false)
    })
  }

  it('does not learn of it if the props have read it themselves, or a handler that writes would be asked without end', async () => {
    await using client = await open()
    meanwhile.push(change)

    const { text } = await client.send('GET', '/counted', { headers: kinds['of a visit'] })
    const { liveProps } = JSON.parse(text)

    assert.equal(feeds.get()?.hasChanged(readsOf([Note]), liveProps.count.position), false)
  })

  it('asks the primary database again: a replica may not have what was told', async () => {
    await using client = await open()
    const replica: boolean[] = []
    const look = async (): Promise<void> => void replica.push(readsReplica())

    meanwhile.push(look)
    await withReplicaReads(() => client.send('GET', '/notes/1', { headers: kinds['of a visit'] }))
    meanwhile.push(look)
    await withReplicaReads(() =>
      client.send('GET', '/notes/1', { headers: kinds['that asks again'] }),
    )

    assert.deepEqual(replica, [true, false])
  })
})
