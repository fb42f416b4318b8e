import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../../base/log/create-log.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import { failover } from './failover.ts'
import type { MailMessage } from './mail-message.ts'
import { DeliveryUncertain, type MailTransport } from './transport.ts'

const address = { name: '', address: 'ada@example.com' }
const message: MailMessage = {
  id: '1',
  mail: 'Welcome',
  from: address,
  to: [address],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: '',
  html: '',
  text: '',
  headers: {},
  attachments: [],
}

describe('two mail servers', () => {
  it('share nothing while the first one answers', async () => {
    const [first, second] = [serverThat(), serverThat()]

    await failover(first, second).send(message)

    assert.deepEqual([first.sent, second.sent], [1, 0])
  })

  it('send with the second one while the first is away, which rests for a minute', async (context) => {
    using _log = silence()
    let now = 1000
    context.mock.method(performance, 'now', () => now)
    const [first, second] = [serverThat(new Error('ECONNREFUSED')), serverThat()]
    const both = failover(first, second)

    await both.send(message)
    await both.send(message)
    const whileAway = first.asked
    now += 60_000
    await both.send(message)

    assert.equal(whileAway, 1)
    assert.equal(first.asked, 2)
    assert.equal(second.sent, 3)
  })

  it('go back to the first one after a minute, also if the clock was set back an hour', async (context) => {
    using _log = silence()
    let now = 1000
    context.mock.method(performance, 'now', () => now)
    context.mock.timers.enable({ apis: ['Date'], now: 3_600_000 })
    const [first, second] = [serverThat(new Error('ECONNREFUSED')), serverThat()]
    const both = failover(first, second)

    await both.send(message)
    context.mock.timers.setTime(0)
    now += 60_000
    await both.send(message)

    assert.equal(first.asked, 2)
  })

  const final = [
    new PermanentFailure('550 no such user'),
    new DeliveryUncertain('421 later', undefined),
  ]
  for (const error of final) {
    it(`send no mail twice that the first one has ended with: ${error.name}`, async () => {
      const second = serverThat()

      await assert.rejects(failover(serverThat(error), second).send(message), error)

      assert.equal(second.asked, 0)
    })
  }

  it('are both examined', async () => {
    await assert.rejects(failover(serverThat(), serverThat(new Error('away'))).verify(), /away/)
  })
})

interface CountingServer extends MailTransport {
  asked: number
  sent: number
}

function serverThat(error?: Error): CountingServer {
  return {
    asked: 0,
    sent: 0,
    async send() {
      this.asked += 1
      if (error !== undefined) throw error
      this.sent += 1
      return []
    },
    async verify() {
      if (error !== undefined) throw error
    },
  }
}

function silence(): Disposable {
  const forget = logContexts.register(createLog({ level: 'silent', format: 'json' }))
  return { [Symbol.dispose]: forget }
}
