import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { application, post, routes } from '../../src/index.ts'
import { textMail, type MailDraft } from '../../src/mail.ts'
import { testApp, type TestMail } from '../../src/testing.ts'
import { toMailboxPage } from '../../src/tooling/mailbox/mailbox-page.ts'
import { toMailSource } from '../../src/work/smtp/mail-options.ts'
import { message } from './message.ts'

const text = 'Hello <Ada>,\n\nreset it: https://example.com/reset?token=a_b-c&d=1\n'

const reset = () => textMail('Reset', { subject: 'Your password', text }).to('ada@example.com')

/** Sends a mail in an application without components. Returns the error, or the mail. */
async function send(draft: () => MailDraft): Promise<{ mail?: TestMail; code?: unknown }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-text-mail-'))
  await using app = await testApp({
    application: application({
      root: folder.path,
      mail: { from: 'shop@example.com' },
      routes: routes([
        post('/', async () => {
          await draft().send()
          return 'sent'
        }),
      ]),
    }),
  })
  const { error } = await app.post('/')
  const [mail] = app.mails.of('Reset')
  const code = error instanceof Error && 'code' in error ? error.code : error
  return { ...(mail === undefined ? {} : { mail }), code }
}

describe('a mail in plain text', () => {
  it('is sent as it is written, by an application without components', async () => {
    const { mail, code } = await send(reset)

    assert.equal(code, undefined)
    assert.ok(mail)
    assert.deepEqual([mail.subject, mail.text], ['Your password', text])
    assert.equal('html' in mail, false)
    const source = await toMailSource(mail)
    assert.match(source, /^Content-Type: text\/plain; charset=utf-8$/m)
    assert.doesNotMatch(source, /text\/html|multipart/)
  })

  it('has files and another subject, as other mails do', async () => {
    const { mail } = await send(() => reset().subject('Again').attach('a.txt', 'a'))

    assert.ok(mail)
    assert.equal(mail.subject, 'Again')
    const source = await toMailSource(mail)
    assert.match(source, /multipart\/mixed[^]*text\/plain[^]*filename=a\.txt/)
    assert.doesNotMatch(source, /text\/html/)
  })

  it('is shown as text in the mailbox, without an empty frame', () => {
    const { html: _html, ...rest } = message
    const plain = { ...rest, text }
    const mail = { key: 'one', message: plain, at: new Date() }
    const view = {
      mails: [mail],
      names: [],
      search: '',
      newest: 'one',
      mail,
      source: '',
      nonce: '',
    }

    const page = toMailboxPage({ ...view, view: 'html' })

    assert.match(page, /<pre>Hello &lt;Ada&gt;,/)
    assert.match(page, /aria-current="true">Text<\/a>/)
    assert.doesNotMatch(page, /<iframe|>HTML<|resources\/mails/)
  })

  it('needs a subject', async () => {
    const { code } = await send(() => reset().subject(' '))

    assert.equal(code, 'E_MAIL_SUBJECT')
  })
})
