// Nothing grows while clients come and go. An hour: LIVE_SOAK_SECONDS=3600 LIVE_SOAK_CLIENTS=1000
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const seconds = Number(process.env['LIVE_SOAK_SECONDS'] ?? 4)
const clients = Number(process.env['LIVE_SOAK_CLIENTS'] ?? 20)
const rounds = Math.max(4, Math.round(seconds / 30))
const headers = { 'x-inertia': 'true', 'content-type': 'application/json' }

interface Held {
  readonly streams: number
  readonly watchers: number
  readonly heap: number
}

forEachDialect('a server of live pages', (open) => {
  it('holds no more after many clients than after the first', async (test) => {
    const environment = {
      DATABASE_URL: await open.url(),
      APP_KEY: 'a key of 32 bytes or more, for tests',
      STREAMS: String(clients * 2),
    }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using server = await startServing(environment, { file })
    const send: Send = (method, path, body = '') =>
      answerTo(request({ port: server.port, method, path, headers, agent: false }).end(body))
    const held = async (): Promise<Held> => JSON.parse(await textOf(await send('GET', '/held')))
    const heaps: number[] = []

    for (let round = 0; round < rounds; round += 1) {
      await comeAndGo(send, { round, ms: (seconds * 1000) / rounds })
      const left = await until(async () => {
        const now = await held()
        return now.streams === 0 && now.watchers === 0 && now
      })
      heaps.push(left.heap)
    }

    test.diagnostic(`MB of the heap after each round: ${heaps.map(toMegabytes).join(' ')}`)
    const [, first = 0] = heaps
    assert.ok((heaps.at(-1) ?? Infinity) < first * 1.1 + 3e6, 'the heap grows')
  })
})

/** Clients follow a board each, half of them leave at any time, and all are gone at the end. */
async function comeAndGo(
  send: Send,
  { round, ms }: { readonly round: number; readonly ms: number },
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const end = performance.now() + ms
  const watchers = Array.from({ length: clients }, (_, i) => {
    const watcher = new LiveWatcher(send, `/boards/${i % 5}`)
    stack.use(watcher)
    return watcher
  })
  await until(() => watchers.every(({ streams }) => streams > 0))
  for (let n = 0; performance.now() < end || n === 0; n += 1) {
    await textOf(await send('POST', `/boards/${n % 5}/round-${round}`))
    await textOf(await send('DELETE', '/notes'))
    watchers[n % clients]?.drop()
    await delay(50) // time: clients ask again
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
