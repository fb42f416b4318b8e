import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { transaction } from '../../src/database.ts'
import { testApp } from '../../src/testing.ts'
import { until } from '../support/until.ts'
import { boardChannel, noteChannel } from './notes/channels.ts'

const application = join(import.meta.dirname, 'notes/main.ts')

describe('a channel', () => {
  it('tells what is published on it, and on no other', async () => {
    await using app = await testApp({ application })
    await using board = await app.channel('/boards/1/channel')

    await app.post('/boards/2/typing/Elsewhere')
    await app.post('/boards/1/typing/Ada')

    assert.deepEqual(await board.messages(), [{ typing: 'Ada' }])
    assert.deepEqual(await board.messages(), [])
  })

  it('tells after the commit, and nothing after a rollback', async () => {
    await using app = await testApp({ application })
    await using board = await app.channel('/boards/1/channel')
    const publish = (typing: string) => boardChannel.publish({ board: 1 }, { typing })

    const failing = transaction(async () => {
      await publish('rolled back')
      throw new Error('no')
    })
    await assert.rejects(failing)
    await transaction(async () => {
      await publish('committed')
      assert.deepEqual(await board.messages(), [])
    })

    assert.deepEqual(await board.messages(), [{ typing: 'committed' }])
  })

  it('lets in whom its route lets in', async () => {
    await using app = await testApp({ application })
    await app.post('/boards/1/Open')
    await app.post('/boards/1/Secret')
    const asGuest = await app.as('json').get('/notes/1/channel')
    await app.post('/login/ada')

    const open = await app.as('json').get('/notes/1/channel')
    const secret = await app.as('json').get('/notes/2/channel')
    const missing = await app.as('json').get('/notes/99/channel')
    const nonsense = await app.as('json').get('/notes/x/channel')

    assert.deepEqual(
      [asGuest, open, secret, missing, nonsense].map(({ status }) => status),
      [401, 200, 403, 404, 400],
    )
  })

  it('refuses a query that its route does not accept', async () => {
    await using app = await testApp({ application })

    const guest = await app.as('json').get('/boards/1/kind?kind=guest')
    const robot = await app.as('json').get('/boards/1/kind?kind=robot')

    assert.deepEqual([guest.status, robot.status], [200, 422])
  })

  it('ends when what has let the client in changes', async () => {
    await using app = await testApp({ application })
    await app.post('/boards/1/Open')
    await app.post('/login/ada')
    await using channel = await app.channel('/notes/1/channel')
    await noteChannel.publish({ note: 1 }, { text: 'before' })
    const before = await channel.messages()

    await app.post('/notes/1/rename/Secret')
    await noteChannel.publish({ note: 1 }, { text: 'after' })

    assert.deepEqual(before, [{ text: 'before' }])
    assert.ok(await channel.hasEnded())
    assert.deepEqual(await channel.messages(), [])
    assert.equal((await app.as('json').get('/notes/1/channel')).status, 403)
  })

  it('says who is there, each user once', async () => {
    await using app = await testApp({ application })
    await app.post('/boards/1/Open')
    await app.post('/login/ada')
    await using ada = await app.channel('/notes/1/channel')
    await using _second = await app.channel('/notes/1/channel')
    await app.post('/logout')
    await app.post('/login/bob')
    const bob = await app.channel('/notes/1/channel')
    const names = async () =>
      (await ada.members()).map((member) => String(Object(member).email)).toSorted()

    await until(async () => (await names()).length === 2)
    const both = await names()
    await bob[Symbol.asyncDispose]()
    await until(async () => (await names()).length === 1)

    assert.deepEqual(both, ['ada@example.com', 'bob@example.com'])
    assert.deepEqual(await names(), ['ada@example.com'])
  })

  it('refuses a message that its schema rejects, and one that is too large', async () => {
    await using _app = await testApp({ application })
    const publish = (message: unknown) =>
      // Sound: what the compiler would refuse.
      boardChannel.publish({ board: 1 }, message as { typing: string })

    await assert.rejects(publish({ typing: 5 }), { code: 'E_CHANNEL_MESSAGE' })
    await assert.rejects(publish({ typing: 'x'.repeat(6000) }), { status: 413 })
  })
})
