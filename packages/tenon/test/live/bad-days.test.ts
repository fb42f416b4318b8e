// Clients converge to the truth over a network that fails, and when a replica was frozen.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { startBadNetwork } from '../support/bad-network.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const key = { APP_KEY: 'a key of 32 bytes or more, for tests' }
const headers = { 'x-inertia': 'true', 'content-type': 'application/json' }
const clients = 10

/** Each request has a connection of its own, if no agent keeps them. */
const sendTo =
  (port: number, agent: Agent | false = false): Send =>
  (method, path, { body = '', headers: own } = {}) => {
    const options = { port, method, path, headers: { ...headers, ...own }, agent }
    return answerTo(request(options).end(body))
  }

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

  it('shows each change, with its stream at one replica and its answers from another', async () => {
    const environment = { ...key, DATABASE_URL: await open.url() }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using one = await startServing(environment, { file })
    using other = await startServing(environment, { file })
    using stack = new DisposableStack()
    // So the answer is there before the other has heard of the change.
    const kept = stack.adopt(new Agent({ keepAlive: true }), (agent) => agent.destroy())
    const [toOne, toOther] = [sendTo(one.port), sendTo(other.port, kept)]
    const send: Send = (method, path, content) =>
      (path === '/_app/changes' ? toOne : toOther)(method, path, content)
    await using watcher = new LiveWatcher(send, '/boards/1')
    await until(() => watcher.streams > 0)

    for (let n = 0; n < 10; n += 1) {
      // The second is told after the pace, when the other has heard of it, and the third at once.
      await textOf(await toOne('POST', `/boards/1/first-${n}`))
      await textOf(await toOne('POST', `/boards/1/second-${n}`))
      await until(() => watcher.titles.length === n * 3 + 2)
      await delay(300) // time: longer than the pace, and less than an answer is kept
      await textOf(await toOne('POST', `/boards/1/third-${n}`))
      await until(() => watcher.titles.length === n * 3 + 3)
    }
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
