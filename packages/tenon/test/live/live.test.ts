import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { serverEngines } from '../../src/web/server/engine/server-engine.ts'
import { startServing } from '../faults/start-binary.ts'
import { until } from '../support/until.ts'
import { eventsOf, LiveClient } from './live-client.ts'

const file = join(import.meta.dirname, 'notes/main.ts')

for (const engine of serverEngines) {
  describe(`live pages on the engine ${engine}`, () => {
    let server: Awaited<ReturnType<typeof start>>
    before(async () => {
      server = await start()
    })
    after(() => server[Symbol.dispose]())

    const start = () =>
      startServing(
        { SERVER_ENGINE: engine, APP_ENV: 'test', APP_KEY: 'a key of 32 bytes or more, for tests' },
        { file },
      )
    const open = () => new LiveClient(`http://127.0.0.1:${server.port}`)

    it('are told what has changed, and of nothing else', async () => {
      const client = open()
      const { titles = '' } = await client.visit('/boards/1')
      const response = await client.follow(titles)
      const events = eventsOf(response)
      const first = await events.next()

      await client.post('/boards/2/Elsewhere')
      await client.post('/boards/1/Here')
      const second = await events.next()
      await events.return(undefined)

      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
      assert.deepEqual(first.value?.data, {})
      assert.ok((first.value?.retryMs ?? 0) >= 500)
      assert.equal(Object.keys(second.value?.data.changed ?? {}).length, 1)
    })

    it('are refused with the ticket of another user or of a login that has ended', async () => {
      const ada = open()
      const bob = open()
      await ada.post('/login/ada')
      await bob.post('/login/bob')
      const { titles = '' } = await ada.visit('/mine/1')

      const own = await ada.follow(titles)
      await own.body?.cancel()
      const others = await bob.follow(titles)
      const guests = await open().follow(titles)
      await ada.post('/logout')
      const ended = await ada.follow(titles)
      const bobs = await bob.visit('/mine/1')
      await bob.post('/gone/bob')
      const gone = await bob.follow(bobs['titles'] ?? '')

      assert.deepEqual(
        [own.status, others.status, guests.status, ended.status, gone.status],
        [200, 403, 401, 401, 401],
      )
    })

    it('say that a live prop reads nothing', async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}/silent`)

      assert.equal(response.status, 500)
      await until(() =>
        /live prop \\"time\\" of page \\"Silent\\".*E_LIVE_READS/.test(server.output.stdout),
      )
    })

    it('keep no process from stopping', async () => {
      using stopping = await start()
      const client = new LiveClient(`http://127.0.0.1:${stopping.port}`)
      const { titles = '' } = await client.visit('/boards/1')
      const streams = await Promise.all(Array.from({ length: 20 }, () => client.follow(titles)))
      const startedAt = performance.now()

      stopping.child.kill('SIGTERM')
      const texts = await Promise.all(streams.map((stream) => stream.text()))
      const { code } = await stopping.ended

      assert.equal(code, 0)
      assert.ok(performance.now() - startedAt < 5000, 'it waited for the streams')
      const retries = texts.map((text) => /^retry: (\d+)$/m.exec(text)?.[1])
      assert.ok(new Set(retries).size > 10, 'the clients come back at the same time')
    })

    it('are limited per client, and the log says which one', async () => {
      const client = open()
      const { titles = '' } = await client.visit('/boards/1')

      const streams = await Promise.all(Array.from({ length: 51 }, () => client.follow(titles)))
      const refused = streams.filter(({ status }) => status === 429)
      for (const { body } of streams) await body?.cancel()

      assert.equal(refused.length, 1)
      const logged = /.*"msg":"A client has too many live streams".*/
      const [line = ''] = await until(() => logged.exec(server.output.stdout))
      const { level, address } = JSON.parse(line)
      assert.deepEqual([level, address], ['warn', '127.0.0.1'])
    })
  })
}
