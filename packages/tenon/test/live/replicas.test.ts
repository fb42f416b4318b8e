// Pages converge to the truth behind a proxy, whatever happens to one of three replicas.
import assert from 'node:assert/strict'
import { request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { caddy } from '../support/caddy.ts'
import { findPort } from '../support/find-port.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { nginx } from '../support/nginx.ts'
import { skipWithout, startProxy, type Proxy } from '../support/proxy-server.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const headers = { host: 'app.example', 'x-inertia': 'true', 'content-type': 'application/json' }
const clients = 9
/** Shorter than a browser's minute: a stream of a frozen replica ends while it is still frozen. */
const silenceMs = 3000
const timeout = 90_000

describeBehind('nginx', nginx)
describeBehind('caddy', caddy)

function describeBehind(name: string, proxy: Proxy): void {
  onDialect('postgres', `live pages of three replicas behind ${name}`, (open) => {
    describe('converge', { skip: skipWithout(name) }, () => {
      const stack = new AsyncDisposableStack()
      let site: Awaited<ReturnType<typeof startSite>>
      before(async () => {
        site = await startSite(proxy, await open.url(), stack)
      })
      after(() => stack.disposeAsync())

      it('while one is dead that was killed, and when it is back', { timeout }, async () => {
        await using pages = await follow(site, '/boards/1')

        site.replicas[1].child.kill('SIGKILL')
        await site.write(0, '/boards/1/dead')
        await pages.show('dead')
        await site.restart(1)
        await site.write(1, '/boards/1/back')

        await pages.show('back')
      })

      it('while one is frozen, and when it goes on', { timeout }, async () => {
        await using pages = await follow(site, '/boards/2')

        site.replicas[1].child.kill('SIGSTOP')
        await site.write(2, '/boards/2/frozen')
        await pages.show('frozen')
        site.replicas[1].child.kill('SIGCONT')
        await site.write(1, '/boards/2/thawed')

        await pages.show('thawed')
      })

      it('when one that was frozen is killed', { timeout }, async () => {
        await using pages = await follow(site, '/boards/3')

        site.replicas[2].child.kill('SIGSTOP')
        await site.write(0, '/boards/3/frozen')
        site.replicas[2].child.kill('SIGKILL')
        await site.write(0, '/boards/3/dead')
        await pages.show('dead')
        await site.restart(2)
        await site.write(2, '/boards/3/back')

        await pages.show('back')
      })

      it('when all are restarted, one after the other', { timeout }, async () => {
        await using pages = await follow(site, '/boards/4')

        for (const which of [0, 1, 2] as const) {
          site.replicas[which].child.kill('SIGTERM')
          await site.write(which === 0 ? 1 : 0, `/boards/4/without-${which}`)
          await site.restart(which)
          await site.write(which, `/boards/4/with-${which}`)
        }

        await pages.show('with-2')
        assert.ok(pages.streams > clients, 'no stream was lost')
      })
    })
  })
}

/** Three replicas behind a proxy. */
async function startSite(proxy: Proxy, url: string, stack: AsyncDisposableStack) {
  const environment = {
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    APP_KEY: 'a key of 32 bytes or more, for tests',
  }
  await startBinary(environment, { file, argv: ['migrate'] }).ended
  const ports = [await findPort(), await findPort(), await findPort()] as const
  const start = (port: number) =>
    startServing({ ...environment, SERVER_PORT: String(port) }, { file })
  const replicas = [await start(ports[0]), await start(ports[1]), await start(ports[2])] as const
  const running: [...typeof replicas] = [...replicas]
  stack.defer(() => {
    for (const replica of running) replica[Symbol.dispose]()
  })
  const { httpsPort: port } = stack.use(await startProxy(proxy, ports))
  const agent = stack.adopt(new Agent({ keepAlive: true }), (each) => each.destroy())
  const send: Send = (method, path, { body = '', headers: own } = {}) => {
    const options = { agent, port, method, path, headers: { ...headers, ...own } }
    // Sound: the certificate is the test's own.
    return answerTo(request({ ...options, rejectUnauthorized: false }).end(body))
  }
  /** Asks one replica, past the proxy. */
  const ask = async (which: Which, method: string, path: string): Promise<string> =>
    textOf(
      await answerTo(
        requestPlain({ port: ports[which], method, path, headers, agent: false }).end(),
      ),
    )
  return {
    replicas: running,
    send,
    ask,
    write: (which: Which, path: string) => ask(which, 'POST', path),
    async restart(which: Which): Promise<void> {
      await running[which].ended
      running[which] = await start(ports[which])
    },
  }
}

type Which = 0 | 1 | 2

/** Clients that follow a page, with streams of every replica. */
async function follow({ send, ask }: Awaited<ReturnType<typeof startSite>>, path: string) {
  const stack = new AsyncDisposableStack()
  const watchers = Array.from({ length: clients }, () =>
    stack.use(new LiveWatcher(send, path, silenceMs)),
  )
  const streamsOf = async (which: Which): Promise<number> =>
    JSON.parse(await ask(which, 'GET', '/held')).streams
  let next = 0
  await until(async () => {
    const held = await Promise.all([streamsOf(0), streamsOf(1), streamsOf(2)])
    if (held.every((streams) => streams > 0)) return true
    watchers[next++ % clients]?.drop()
    return false
  })
  const truth = async (): Promise<readonly string[]> =>
    JSON.parse(await textOf(await send('GET', path))).props.titles
  return {
    get streams() {
      return watchers.reduce((sum, { streams }) => sum + streams, 0)
    },
    /** Waits until each page shows what the database has, with this title. */
    async show(title: string): Promise<void> {
      await until(async () => {
        const titles: readonly string[] = await truth().catch(() => [])
        return (
          titles.includes(title) && watchers.every((each) => String(each.titles) === String(titles))
        )
      })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
