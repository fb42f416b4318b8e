import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PermanentFailure } from '../../src/jobs.ts'
import type { MailTransport } from '../../src/mail.ts'
import { failover } from '../../src/work/smtp/failover.ts'
import { MailServerLink } from '../../src/work/smtp/mail-server-link.ts'
import { createTransport } from '../../src/work/smtp/transport.ts'
import { until } from '../support/until.ts'
import { message } from './message.ts'
import { startMailServer } from './smtp-server.ts'

describe('the connections to a mail server', { timeout: 30_000 }, () => {
  it('are kept for the next mails, as many as MAIL_URL says', async () => {
    let connections = 0
    await using server = await startMailServer({
      onConnect(_session, done) {
        connections += 1
        done()
      },
    })
    using transport = await createTransport(`smtp://127.0.0.1:${server.port}?connections=2`)

    await Promise.all([1, 2, 3, 4, 5, 6].map(() => transport.send(message, 'ada@example.com')))

    assert.equal(server.received.length, 6)
    assert.equal(connections, 2)
  })

  it('are opened again if the server has closed them', async () => {
    const first = await startMailServer({ closeTimeout: 1 })
    using transport = await createTransport(`smtp://127.0.0.1:${first.port}`)
    await transport.send(message, 'ada@example.com')
    await first[Symbol.asyncDispose]()
    await using second = await startMailServer({ closeTimeout: 1 }, first.port)

    await transport.send(message, 'ada@example.com')

    assert.equal(second.received.length, 1)
  })
})

describe('a second mail server', { timeout: 30_000 }, () => {
  it('gets the mails while the first one is away', async () => {
    const first = await startMailServer()
    await first[Symbol.asyncDispose]()
    await using second = await startMailServer()
    const url = `smtp://127.0.0.1:${first.port}`
    using link = new MailServerLink(url, `smtp://127.0.0.1:${second.port}`)
    const transport = await link.transport()

    await transport.send(message, 'ada@example.com')
    await using again = await startMailServer({}, first.port)
    await transport.send(message, 'ada@example.com')

    assert.equal(await until(() => second.received.length), 2)
    assert.equal(again.received.length, 0)
  })

  for (const responseCode of [450, 550]) {
    it(`gets nothing that the first one has answered with ${responseCode}`, async () => {
      await using first = await startMailServer({
        onRcptTo: (_address, _session, done) =>
          done(Object.assign(new Error('No'), { responseCode })),
      })
      await using second = await startMailServer()
      const url = `smtp://127.0.0.1:${first.port}`
      using link = new MailServerLink(url, `smtp://127.0.0.1:${second.port}`)
      const transport = await link.transport()

      await assert.rejects(transport.send(message, 'ada@example.com'), /No/)

      assert.equal(second.received.length, 0)
    })
  }

  it('can be any transport', async () => {
    const sent: string[] = []
    const toTransport = (name: string, error?: Error): MailTransport => ({
      async send() {
        sent.push(name)
        if (error !== undefined) throw error
        return []
      },
      async verify() {},
    })
    const away = failover(toTransport('first', new Error('503')), toTransport('second'))
    const refused = failover(toTransport('third', new PermanentFailure('No')), toTransport('no'))

    await away.send(message)
    await away.send(message)
    await assert.rejects(refused.send(message), PermanentFailure)

    assert.deepEqual(sent, ['first', 'second', 'second', 'third'])
  })
})
