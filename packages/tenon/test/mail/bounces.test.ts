import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it, mock } from 'node:test'
import { application, post, routes } from '../../src/index.ts'
import { bounces, suppressions } from '../../src/mail.ts'
import { testApp, type TestApp } from '../../src/testing.ts'
import { createAuthority } from '../support/certificates.ts'

const topic = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const verificationKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const startReceiver = (): Promise<TestApp> =>
  testApp({
    application: application({
      root: import.meta.dirname,
      mail: { from: 'shop@example.com' },
      routes: routes([
        post('/postmark', bounces.postmark({ user: 'postmark', password: 'a'.repeat(16) })),
        post('/ses', bounces.ses({ topic })),
        post('/mailgun', bounces.mailgun({ signingKey: 'key' })),
        post('/sendgrid', bounces.sendgrid({ publicKey: verificationKey })),
        post('/resend', bounces.resend({ secret })),
      ]),
    }),
  })

/** Sends a webhook and returns its status, with the reason for which an address gets no mail then. */
async function report(
  app: TestApp,
  path: string,
  { body, headers = {} }: { body: string; headers?: Record<string, string> },
): Promise<readonly [status: number, reason: string | undefined]> {
  const { status } = await app.send('POST', path, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return [status, (await suppressions.find('ada@example.com'))?.reason]
}

describe('a webhook', () => {
  it('of Postmark suppresses for good bounces and complaints, with the password of its URL', async () => {
    await using app = await startReceiver()
    const login = (user: string) => Buffer.from(`${user}:${'a'.repeat(16)}`).toString('base64')
    const headers = { authorization: `Basic ${login('postmark')}` }
    const toBody = (Type: string) =>
      JSON.stringify({ RecordType: 'Bounce', Type, Email: 'Ada@example.com' })
    const forged = { authorization: `Basic ${login('other')}` }

    const outcomes = [
      await report(app, '/postmark', { body: toBody('HardBounce') }),
      await report(app, '/postmark', { body: toBody('HardBounce'), headers: forged }),
      await report(app, '/postmark', { body: toBody('Transient'), headers }),
      await report(app, '/postmark', { body: '{', headers }),
      await report(app, '/postmark', { body: toBody('HardBounce'), headers }),
    ]

    assert.deepEqual(outcomes, [
      [403, undefined],
      [403, undefined],
      [204, undefined],
      [400, undefined],
      [204, 'bounce'],
    ])
  })

  it('of Mailgun has its HMAC', async () => {
    await using app = await startReceiver()
    const toBody = (key: string, timestamp: number, severity: string) => {
      const text = `${timestamp}token`
      const signature = createHmac('sha256', key).update(text).digest('hex')
      return JSON.stringify({
        signature: { timestamp: String(timestamp), token: 'token', signature },
        'event-data': { event: 'failed', severity, recipient: 'ada@example.com' },
      })
    }
    const now = Math.floor(Date.now() / 1000)

    const outcomes = [
      await report(app, '/mailgun', { body: toBody('other', now, 'permanent') }),
      await report(app, '/mailgun', { body: toBody('key', now - 100_000, 'permanent') }),
      await report(app, '/mailgun', { body: toBody('key', now, 'temporary') }),
      await report(app, '/mailgun', { body: toBody('key', now, 'permanent') }),
    ]

    assert.deepEqual(outcomes, [
      [403, undefined],
      [403, undefined],
      [204, undefined],
      [204, 'bounce'],
    ])
  })

  it('of SendGrid has its signature over the time and the body', async () => {
    await using app = await startReceiver()
    const body = JSON.stringify([
      { email: 'grace@example.com', event: 'delivered' },
      { email: 'not an address', event: 'bounce' },
      { email: 'ada@example.com', event: 'spamreport' },
    ])
    const toHeaders = (signed: string) => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = sign('sha256', Buffer.from(timestamp + signed), privateKey)
      return {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      }
    }

    const outcomes = [
      await report(app, '/sendgrid', { body, headers: toHeaders(`${body} `) }),
      await report(app, '/sendgrid', { body, headers: toHeaders(body) }),
    ]

    assert.deepEqual(outcomes, [
      [403, undefined],
      [204, 'complaint'],
    ])
  })

  it('of Resend has one of several signatures', async () => {
    await using app = await startReceiver()
    const body = JSON.stringify({
      type: 'email.bounced',
      data: { to: ['ada@example.com'], bounce: { type: 'Permanent' } },
    })
    const toHeaders = (late: number) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - late)
      const key = Buffer.from(secret.slice(6), 'base64')
      const own = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')
      return {
        'svix-id': 'msg_1',
        'svix-timestamp': timestamp,
        'svix-signature': `v1,AAAA v1,${own}`,
      }
    }

    const outcomes = [
      await report(app, '/resend', { body }),
      await report(app, '/resend', { body, headers: toHeaders(600) }),
      await report(app, '/resend', { body, headers: toHeaders(0) }),
    ]

    assert.deepEqual(outcomes, [
      [403, undefined],
      [403, undefined],
      [204, 'bounce'],
    ])
  })

  it('of Amazon is of our topic, signed with a certificate of Amazon, and confirms itself', async () => {
    await using app = await startReceiver()
    const amazon = pretendAmazon()
    using undo = new DisposableStack()
    const { mock: mocked } = mock.method(globalThis, 'fetch', amazon.fetch)
    undo.defer(() => mocked.restore())
    const bounce = {
      notificationType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'ada@example.com' }] },
    }
    const praise = {
      notificationType: 'Complaint',
      complaint: {
        complaintFeedbackType: 'not-spam',
        complainedRecipients: [{ emailAddress: 'ada@example.com' }],
      },
    }
    const notify = (change: Partial<Notification>) =>
      report(app, '/ses', { body: amazon.sign({ Message: JSON.stringify(bounce), ...change }) })

    const outcomes = [
      await notify({ TopicArn: topic.replace('bounces', 'other') }),
      await notify({ SigningCertURL: 'https://sns.eu-central-1.amazonaws.com.evil.example/a.pem' }),
      await notify({ Signature: 'AAAA' }),
      await notify({ Message: 'Successfully validated SNS topic' }),
      await notify({ Message: JSON.stringify(praise) }),
      await report(app, '/ses', { body: amazon.confirmation() }),
      await notify({}),
    ]

    assert.deepEqual(outcomes, [
      [403, undefined],
      [403, undefined],
      [403, undefined],
      [204, undefined],
      [204, undefined],
      [204, undefined],
      [204, 'bounce'],
    ])
    assert.deepEqual(amazon.asked, [certificateUrl, subscribeUrl])
  })

  it('needs options that can be right', () => {
    const wrong = [
      () => bounces.postmark({ user: 'postmark', password: 'short' }),
      () => bounces.ses({ topic: 'bounces' }),
      () => bounces.mailgun({ signingKey: '' }),
      () => bounces.sendgrid({ publicKey: 'AAAA' }),
      () => bounces.resend({ secret: 'secret' }),
    ]

    for (const each of wrong) assert.throws(each, { code: 'E_MAIL_BOUNCES' }, String(each))
  })
})

const host = 'https://sns.eu-central-1.amazonaws.com'
const certificateUrl = `${host}/SimpleNotificationService-01.pem`
const subscribeUrl = `${host}/?Action=ConfirmSubscription&Token=7`

interface Notification {
  readonly Message: string
  readonly Signature: string
  readonly SigningCertURL: string
  readonly TopicArn: string
}

/** Signs as SNS does, and has its certificate. */
function pretendAmazon() {
  using authority = createAuthority()
  const path = authority.issue('sns.amazonaws.com')
  const certificate = readFileSync(`${path}.crt`, 'utf8')
  const key = readFileSync(`${path}.key`, 'utf8')
  const asked: string[] = []
  return {
    asked,
    fetch: async (url: unknown) => {
      if (typeof url === 'string') asked.push(url)
      return new Response(certificate)
    },
    sign: (change: Partial<Notification>) =>
      signed(key, ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'], {
        Type: 'Notification',
        ...change,
      }),
    confirmation: () =>
      signed(
        key,
        ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
        {
          Type: 'SubscriptionConfirmation',
          Message: 'Confirm',
          Token: '7',
          SubscribeURL: subscribeUrl,
        },
      ),
  }
}

function signed(
  key: string | KeyObject,
  names: readonly string[],
  change: Readonly<Record<string, string>>,
): string {
  const message: Record<string, string> = {
    MessageId: '1',
    Timestamp: new Date().toISOString(),
    TopicArn: topic,
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    ...change,
  }
  const text = names.map((name) => `${name}\n${message[name]}\n`).join('')
  const Signature = sign('sha256', Buffer.from(text), key).toString('base64')
  return JSON.stringify({ Signature, ...message })
}
