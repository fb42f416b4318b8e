// Clients converge to the truth over a network that fails, and when a replica was frozen.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { startBadNetwork } from '../support/bad-network.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const key = { APP_KEY: 'a key of 32 bytes or more, for tests' }
const headers = { 'x-inertia': 'true', 'content-type': 'application/json' }
const clients = 10

/** Each request has a connection of its own. */
const sendTo =
  (port: number): Send =>
  (method, path, body = '') =>
    answerTo(request({ port, method, path, headers, agent: false }).end(body))

forEachDialect('a live page', (open) => {
  it('shows the last state over a network that fails', async (test) => {
    const environment = { ...key, DATABASE_URL: await open.url() }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using server = await startServing(environment, { file })
    await using network = await startBadNetwork(server.port)
    await using stack = new AsyncDisposableStack()
    const watchers = Array.from({ length: clients }, () =>
      stack.use(new LiveWatcher(sendTo(network.port), '/boards/1')),
    )
    const send = sendTo(server.port)

    for (let n = 0; n < 20; n += 1) {
      await textOf(await send('POST', `/boards/1/note-${n}`))
      await until(() => watchers.some(({ titles }) => titles.includes(`note-${n}`)))
    }
    await until(() => watchers.every(({ titles }) => titles.length === 20))

    test.diagnostic(`${network.faults} faults`)
    assert.ok(network.faults > clients)
  })

  it('shows the last state when its replica was frozen', async () => {
    const environment = { ...key, DATABASE_URL: await open.url() }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using one = await startServing(environment, { file })
    using frozen = await startServing(environment, { file })
    const [toOne, toFrozen] = [sendTo(one.port), sendTo(frozen.port)]
    await using atOne = new LiveWatcher(toOne, '/boards/1')
    await using atFrozen = new LiveWatcher(toFrozen, '/boards/1')
    await until(() => atOne.streams > 0 && atFrozen.streams > 0)

    frozen.child.kill('SIGSTOP')
    await textOf(await toOne('POST', '/boards/1/Meanwhile'))
    await until(() => atOne.titles.includes('Meanwhile'))
    // time: longer than a process may be silent before the others take it for dead
    await new Promise((resolve) => setTimeout(resolve, 9000))
    await textOf(await toOne('POST', '/boards/1/Later'))
    frozen.child.kill('SIGCONT')

    await until(() => atFrozen.titles.includes('Later') && atOne.titles.includes('Later'))
    await textOf(await toFrozen('POST', '/boards/1/Last'))
    await until(() => [atOne, atFrozen].every(({ titles }) => titles.includes('Last')))
  })
})
