import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, bob, serveAccounts } from '../auth/accounts-application.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('the way back after a login', (open) => {
  const start = async () => serveAccounts(await open.url())

  it('never leads to another site, whatever the address looked like', async () => {
    await using served = await start()
    const targets = [
      '//evil.example/settings',
      '/\\evil.example',
      '/%5cevil.example',
      '/settings/..//evil.example',
      '/settings?to=https://evil.example',
      `http://127.0.0.1:${new URL(served.origin).port}//evil.example`,
    ]

    for (const [i, target] of targets.entries()) {
      const destination = await visit(served.origin, target)
      const browser = served.browser()
      if (destination !== undefined) browser.cookies.set('tenon_destination', destination)
      const { status, location } = await browser.post('/login', [ada, bob][i % 2])

      const landing = new URL(location ?? '', served.origin)
      assert.deepEqual([status, landing.origin], [303, served.origin], target)
      await browser.post('/logout')
    }
  })

  it('does not follow the page of another site that has sent a form', async () => {
    await using served = await start()
    const browser = served.browser({ referer: 'https://evil.example/settings' })

    await browser.post('/settings')

    assert.equal((await browser.post('/login', ada)).location, '/')
  })

  it('is not taken from the address or the form of the login', async () => {
    await using served = await start()
    const browser = served.browser()

    const answer = await browser.post('/login?to=//evil.example&destination=//evil.example', {
      ...ada,
      destination: '//evil.example',
    })

    assert.equal(answer.location, '/')
  })

  it('is not taken from a cookie that somebody else has written', async () => {
    await using served = await start()
    const targets = [
      '//evil.example',
      'https://evil.example',
      '/%0d%0aX: y',
      `/${'x'.repeat(1000)}`,
    ]

    for (const [i, target] of targets.entries()) {
      const browser = served.browser()
      browser.cookies.set('tenon_destination', encodeURIComponent(decodeURIComponent(target)))
      const { status, location } = await browser.post('/login', [ada, bob][i % 2])

      assert.deepEqual([status, location], [303, '/'], target)
    }
  })

  it('ends with a logout, because somebody else may log in next', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.get('/settings/immediate')

    await browser.post('/logout')

    assert.equal((await browser.post('/login', bob)).location, '/')
  })

  it('costs the server nothing: a request for a protected page begins no session', async () => {
    await using served = await start()
    const browser = served.browser()

    const refused = await browser.get('/settings?page=2')
    const names = [...browser.cookies.keys()]
    const { location } = await browser.post('/login', ada)

    assert.equal(refused.location, '/login')
    assert.deepEqual(names, ['tenon_destination'])
    assert.equal(location, '/settings?page=2')
    assert.ok(!browser.cookies.has('tenon_destination'))
  })

  it('forgets an address that is too long for a cookie', async () => {
    await using served = await start()
    const browser = served.browser()

    const refused = await browser.get(`/settings?q=${'x'.repeat(5000)}`)

    assert.equal(refused.location, '/login')
    assert.equal((await browser.post('/login', ada)).location, '/')
  })
})

/** Sends a target as it is, and returns the destination that the answer has set. */
async function visit(origin: string, target: string): Promise<string | undefined> {
  using connection = await RawConnection.open(Number(new URL(origin).port))
  connection.send(
    `GET ${target} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  )
  return /^set-cookie: tenon_destination=([^;]+)/im.exec(await connection.end())?.[1]
}
