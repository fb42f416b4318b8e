import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { application, post, routes } from '../../src/index.ts'
import { mail, type MailDraft } from '../../src/mail.ts'
import { testApp, type TestApp } from '../../src/testing.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const startShop = (): Promise<TestApp> => testApp({ application: join(fixtures, 'mail/main.ts') })

describe('a mail', { timeout: 480_000 }, () => {
  it('is its component with its props, as HTML and as text', async () => {
    await using app = await startShop()

    await app.post('/orders')

    const [sent, ...others] = app.mails.of('Invoice')
    assert.ok(sent)
    assert.equal(others.length, 0)
    assert.deepEqual(sent.to, [{ name: 'Ada', address: 'ada@example.com' }])
    assert.deepEqual(sent.from, { name: 'The Shop', address: 'shop@example.com' })
    assert.equal(sent.subject, 'Your invoice 7')
    assert.match(sent.html ?? '', /^<!doctype html>/i)
    assert.match(sent.html ?? '', /Thank you, Äda &lt;Lovelace&gt;/)
    assert.match(sent.text, /^Thank you, Äda <Lovelace>\n/)
    assert.match(sent.text, / \* Tea & Milk: 12.50 €/)
    assert.match(sent.text, /Paid on 2026-11-22\./)
    assert.match(sent.id, /^<[0-9a-f-]{36}@example\.com>$/)
    const [attachment] = sent.attachments
    assert.equal(attachment?.name, 'invoice.txt')
    assert.equal(Buffer.from(attachment?.content ?? '', 'base64').toString(), 'Tea 12.50')
  })

  it('has absolute links, and its styles in attributes', async () => {
    await using app = await startShop()

    await app.post('/orders')

    const { html = '', text = '' } = app.mails.of('Invoice')[0] ?? {}
    assert.match(html, /<a [^>]*href="http:\/\/localhost:8080\/orders\/7"/)
    assert.match(html, /<a [^>]*style="[^"]*background: #1f6f5c/)
    assert.match(html, /@media \(prefers-color-scheme: dark\)/)
    assert.doesNotMatch(html, /preload|<!--/)
    assert.match(text, /Your order <http:\/\/localhost:8080\/orders\/7>/)
  })

  it('waits for what its component waits for', async () => {
    await using app = await startShop()

    await app.post('/welcome')

    const [sent] = app.mails.to('ada@example.com')
    assert.match(
      inspect(app.mails),
      /^\[\s+\{\s+mail: 'Welcome',\s+to: \[ 'ada@example\.com' \],\s+subject: 'Welcome, Ada',\s+text: '/,
    )
    assert.match(sent?.html ?? '', /<p>Hello Ada<\/p><p>Nice to see you<\/p>/)
    assert.equal(sent?.subject, 'Welcome, Ada')
  })

  it('is not sent if the transaction around it rolls back', async () => {
    await using app = await startShop()

    await app.post('/orders/undone')

    assert.equal(app.mails.count, 0)
  })

  it('fails where it is sent if its component does', async () => {
    await using app = await startShop()

    const { status, error } = await app.post('/broken')

    assert.equal(status, 500)
    assert.match(String(error), /This mail is broken/)
    assert.equal(app.mails.count, 0)
  })
})

describe('mail()', () => {
  const refusal = async (draft: () => MailDraft): Promise<unknown> => {
    const send = async (): Promise<string> => {
      await draft().send()
      return 'sent'
    }
    const root = join(fixtures, 'mail')
    const mailer = { from: 'shop@example.com' }
    const web = routes([post('/', send)])
    await using app = await testApp({
      application: application({ root, routes: web, mail: mailer }),
    })
    const { error } = await app.post('/')
    assert.equal(app.mails.count, 0)
    return error instanceof Error && 'code' in error ? error.code : error
  }

  it('refuses anything but one address in each place', async () => {
    const hostile = [
      'a@example.com, b@example.com',
      'a@example.com;b@example.com',
      '"a@example.com" <b@example.com>',
      'Ada <a@example.com>',
      'undisclosed: a@example.com, b@example.com;',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com\n',
      '"a b"@example.com',
      'a@b@example.com',
      'a(b@evil.example)@example.com',
      'a@[127.0.0.1]',
      'a@exa mple.com',
      '@example.com',
      'a@',
      '',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(260)}.com`,
    ]

    const codes = await Promise.all(
      hostile.map((address) => catchCode(() => mail('Welcome', {}).to(address))),
    )

    assert.deepEqual(new Set(codes), new Set(['E_MAIL_ADDRESS']))
    const named = { name: 'Ada\r\nBcc: b@example.com', address: 'a@example.com' }
    assert.equal(await catchCode(() => mail('Welcome', {}).bcc(named)), 'E_MAIL_ADDRESS')
  })

  it('accepts addresses as they are in the wild', () => {
    for (const address of [
      'a.b+c@example.com',
      "o'hara@sub.example.co.uk",
      'jörg@müller.example',
      'x@localhost',
    ]) {
      mail('Welcome', {}).to(address)
    }
  })

  it('needs a recipient, a subject and a component', async () => {
    const to = 'ada@example.com'
    assert.equal(await refusal(() => mail('Welcome', { name: 'Ada' })), 'E_MAIL_RECIPIENT')
    assert.equal(await refusal(() => mail('Welcome', { name: 'Ada' }).to(to)), 'E_MAIL_SUBJECT')
    assert.equal(await refusal(() => mail('Nothing', {}).to(to)), 'E_MAIL_UNKNOWN')
    assert.equal(await refusal(() => mail('constructor', {}).to(to)), 'E_MAIL_UNKNOWN')
  })

  it('is an error of the request if a handler returns it instead of sending it', async () => {
    const unsent = application({
      root: import.meta.dirname,
      routes: routes([
        post('/mail', () => mail('Welcome', {}).to('ada@example.com')),
        post('/mails', () => [mail('Welcome', {}).to('ada@example.com')]),
      ]),
    })
    await using app = await testApp({ application: unsent })

    for (const path of ['/mail', '/mails']) {
      const response = await app.post(path)

      assert.equal(response.status, 500, path)
      assert.ok(response.error instanceof Error, path)
      assert.match(
        String(response.error),
        /The mail "Welcome" was returned .* Add \.send\(\)/,
        path,
      )
    }
  })

  it('refuses headers that it sets itself, and those that cannot be sent', async () => {
    for (const [name, value] of [
      ['bcc', 'b@example.com'],
      ['Content-Type', 'text/plain'],
      ['X-Note', 'a\r\nBcc: b@example.com'],
      ['X Note', 'a'],
    ] as const) {
      assert.equal(
        await catchCode(() => mail('Welcome', {}).header(name, value)),
        'E_MAIL_HEADER',
        name,
      )
    }
  })

  it('refuses attachments of more than 20 MB', async () => {
    const large = Buffer.alloc(20_000_004)

    const draft = () => mail('Welcome', { name: 'Ada' }).to('ada@example.com').attach('a', large)

    assert.equal(await refusal(draft), 'E_MAIL_SIZE')
  })

  it('says that the application has no mail', async () => {
    const draft = mail('Welcome', {}).to('ada@example.com')

    await assert.rejects(draft.send(), { code: 'E_NO_MAIL' })
  })
})

async function catchCode(work: () => unknown): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}
