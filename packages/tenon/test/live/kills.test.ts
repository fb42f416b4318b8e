// No client misses the last state, whatever is killed. The long form: LIVE_KILLS=20 LIVE_CLIENTS=40
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { findPort } from '../support/find-port.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { nginx } from '../support/nginx.ts'
import { skipWithout, startProxy } from '../support/proxy-server.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const kills = Number(process.env['LIVE_KILLS'] ?? 1)
const clients = Number(process.env['LIVE_CLIENTS'] ?? 8)
const isLong = kills > 1
const timeout = 60_000 + kills * 15_000

/** Lets clients follow a page while it is written to and servers are killed; all of them show the last state in the end. */
async function survive(send: Send, kill: (round: number) => Promise<void>): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const watchers = Array.from({ length: clients }, () =>
    stack.use(new LiveWatcher(send, '/boards/1')),
  )
  const post = async (title: string): Promise<void> => {
    await until(() =>
      send('POST', `/boards/1/${title}`)
        .then(textOf)
        .catch(() => undefined),
    )
  }
  const shows = (title: string) => watchers.every(({ titles }) => titles.includes(title))

  await until(() => watchers.every(({ streams }) => streams > 0))
  for (let round = 0; round < kills; round += 1) {
    await post(`before-${round}`)
    await kill(round)
    await post(`after-${round}`)
    await until(() => shows(`after-${round}`))
  }
  // Whatever is told later finds the same.
  const { props } = JSON.parse(await textOf(await send('GET', '/boards/1')))
  await until(() => watchers.every(({ titles }) => titles.length === props.titles.length))

  for (const { titles } of watchers) assert.deepEqual(titles, props.titles)
  assert.ok(
    watchers.some(({ streams }) => streams > 1),
    'no stream was lost',
  )
}

onDialect('postgres', 'two replicas behind nginx', (open) => {
  it('lose no change when they are killed', { timeout, skip: skipWithout('nginx') }, async () => {
    const environment = {
      DATABASE_URL: await open.url(),
      TRUSTED_PROXIES: '127.0.0.1',
      APP_KEY: 'a key of 32 bytes or more, for tests',
    }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    const ports = [await findPort(), await findPort()] as const
    const start = (port: number) =>
      startServing({ ...environment, SERVER_PORT: String(port) }, { file })
    const replicas = await Promise.all(ports.map(start))
    await using stack = new AsyncDisposableStack()
    stack.defer(() => {
      for (const replica of replicas) replica[Symbol.dispose]()
    })
    const { httpsPort: port } = stack.use(await startProxy(nginx, [...ports]))
    const agent = stack.adopt(new Agent({ keepAlive: true }), (each) => each.destroy())
    const headers = { host: 'app.example', 'x-inertia': 'true', 'content-type': 'application/json' }
    const send: Send = (method, path, { body = '', headers: own } = {}) => {
      const options = { agent, port, method, path, headers: { ...headers, ...own } }
      // Sound: the certificate is the test's own.
      return answerTo(request({ ...options, rejectUnauthorized: false }).end(body))
    }

    await survive(send, async (round) => {
      const which = round % 2
      replicas[which]?.child.kill('SIGKILL')
      await replicas[which]?.ended
      replicas[which] = await start(ports[which] ?? 0)
    })

    if (!isLong) return
    // The last thing that a replica commits before it dies.
    const [replica] = replicas
    await using watcher = new LiveWatcher(send, '/boards/2')
    await until(() => watcher.streams > 0)
    await textOf(
      await answerTo(
        requestPlain({ port: ports[0], method: 'POST', path: '/boards/2/Last', headers }).end(),
      ),
    )
    replica?.child.kill('SIGKILL')
    await until(() => watcher.titles.includes('Last'))
  })
})

onDialect('sqlite', 'two workers of one server', (open) => {
  it('lose no change when they are killed', { timeout }, async () => {
    const environment = {
      DATABASE_URL: await open.url(),
      APP_KEY: 'a key of 32 bytes or more, for tests',
    }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    const port = await findPort()
    using server = await startServing(
      { ...environment, SERVER_WORKERS: '2', SERVER_PORT: String(port) },
      { file },
    )
    using agent = new DisposableStack()
    const plain = agent.adopt(new PlainAgent({ keepAlive: true }), (each) => each.destroy())
    const headers = { 'x-inertia': 'true', 'content-type': 'application/json' }
    const send: Send = (method, path, { body = '', headers: own } = {}) => {
      const options = { agent: plain, port, method, path, headers: { ...headers, ...own } }
      return answerTo(requestPlain(options).end(body))
    }
    const workers = () =>
      readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number)

    await survive(send, async (round) => {
      const before = workers()
      process.kill(before[round % 2] ?? 0, 'SIGKILL')
      await until(() => workers().length === 2 && workers().some((pid) => !before.includes(pid)))
    })
  })
})
