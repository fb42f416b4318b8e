import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startServing } from '../faults/start-binary.ts'
import { apache } from '../support/apache.ts'
import { caddy } from '../support/caddy.ts'
import { haproxy } from '../support/haproxy.ts'
import { nginx } from '../support/nginx.ts'
import { skipWithout, startProxy, type Proxy, type ProxyServer } from '../support/proxy-server.ts'

const file = join(import.meta.dirname, 'notes/main.ts')

describeBehind('nginx', nginx)
describeBehind('caddy', caddy)
describeBehind('haproxy', haproxy)
describeBehind('apache2', apache)

function describeBehind(name: string, proxy: Proxy): void {
  describe(`a live page behind ${name}`, { skip: skipWithout(name) }, () => {
    const stack = new AsyncDisposableStack()
    let front: ProxyServer
    before(async () => {
      const environment = { TRUSTED_PROXIES: '127.0.0.1', APP_ENV: 'test' }
      const { port } = stack.use(await startServing(environment, { file }))
      front = stack.use(await startProxy(proxy, [port, port]))
    })
    after(() => stack.disposeAsync())

    const send = async (method: string, path: string, body = ''): Promise<IncomingMessage> => {
      const headers = { host: 'app.example', 'x-inertia': 'true', 'accept-encoding': 'gzip' }
      const port = front.httpsPort
      // Sound: the certificate is the test's own.
      const sent = request({ port, method, path, headers, rejectUnauthorized: false })
      if (body !== '') sent.setHeader('content-type', 'application/json')
      sent.end(body)
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      assert.ok(answer)
      return answer.setEncoding('utf8')
    }

    it('is told at once, uncompressed, and while the stream goes on', async () => {
      const shown = await send('GET', '/boards/1')
      const { liveProps } = JSON.parse((await shown.toArray()).join(''))
      const tickets = [[liveProps.titles.ticket]]
      const stream = await send('POST', '/_app/changes', JSON.stringify({ tickets }))
      const events = stream[Symbol.asyncIterator]()
      const first: unknown = (await events.next()).value

      await send('POST', '/boards/1/Written')
      const second: unknown = (await events.next()).value
      stream.destroy()

      assert.match(String(first), /^retry: \d+\nid: \S+\ndata: \{\}\n\n$/)
      assert.match(String(second), /^id: \S+\ndata: \{"changed":\{"[\w-]+":"[\w:-]+"\}\}\n\n$/)
      assert.equal(stream.headers['content-encoding'], undefined)
    })
  })
}
