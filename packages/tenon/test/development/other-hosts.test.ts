import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { text } from 'node:stream/consumers'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const [address] = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map((each) => each.address)

/** Sends a request under another name, as if a file of hosts said so. */
async function ask(origin: string, host: string, { method = 'GET', path = '/' } = {}) {
  const headers = { host, accept: 'text/html' }
  const sent = request(`${origin}${path}`, { method, headers }).end()
  const [response] = await once(sent, 'response')
  return { status: Number(response.statusCode), body: await text(response) }
}

function mailsOf(app: DevelopedApplication): readonly string[] {
  return app.messages.flatMap((message) => /^Mail .*: (http\S+)/.exec(message)?.[1] ?? [])
}

describe('tenon dev under another name than localhost', { timeout: 240_000 }, () => {
  it(
    'links in mails to the address that a phone has opened, and to no host that a client names',
    { skip: address === undefined && 'this machine is in no network' },
    async () => {
      await using app = await startDevelopment(join(fixtures, 'mail'), { SERVER_HOST: '0.0.0.0' })
      const { port } = new URL(app.origin)
      const sendTo = (host: string) => ask(app.origin, host, { method: 'POST', path: '/orders' })

      await sendTo(`${address}:${port}`)
      await sendTo('6.6.6.6:8080')

      await until(() => mailsOf(app).length === 2)
      const [phone, forged] = await Promise.all(mailsOf(app).map((url) => fetch(`${url}/html`)))
      assert.match(
        (await phone?.text()) ?? '',
        new RegExp(`href="http://${address}:${port}/orders/7"`),
      )
      assert.match((await forged?.text()) ?? '', /href="http:\/\/localhost:0\/orders\/7"/)
    },
  )

  it('says what to do about a name that it does not know, in the browser and in the terminal', async () => {
    await using app = await startDevelopment(join(fixtures, 'ssr'), {
      APP_URL: 'http://tenon.test:8080',
    })

    const [unknown, known, asset] = [
      await ask(app.origin, 'shop.test:8080'),
      await ask(app.origin, 'tenon.test:8080'),
      await ask(app.origin, 'tenon.test:8080', { path: '/@vite/client' }),
    ]

    assert.equal(unknown.status, 403)
    assert.match(
      unknown.body,
      /APP_URL set to .*http:\/\/shop\.test:8080, or with --host=shop\.test/,
    )
    await app.logged('tenon dev does not know the name "shop.test"')
    assert.deepEqual([known.status, asset.status], [302, 200])
  })
})
