import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMail } from '../../src/application/doctor/check-mail.ts'
import type { Finding } from '../../src/application/doctor/finding.ts'
import { createCertificate, startMailServer } from './smtp-server.ts'

const production = {
  mailUrl: undefined,
  mailFallbackUrl: undefined,
  appUrl: 'https://example.com',
  isProduction: true,
}

const examine = (mailUrl: string) => checkMail({ ...production, mailUrl }, {})

const toLines = (findings: readonly Finding[]) =>
  findings.map(({ level, subject, problem }) => `${level} ${subject}: ${problem}`)

describe('doctor, of mail', () => {
  it('logs in to the mail server, over TLS, and sends nothing', async () => {
    using certificate = createCertificate({ isTrusted: true })
    await using server = await startMailServer({
      ...certificate,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('Who are you?')),
    })

    const right = await examine(`smtp://ada:right@localhost:${server.port}`)
    const wrong = await examine(`smtp://ada:wr0ng-secret@localhost:${server.port}?tls=yes`)

    assert.deepEqual(right, [])
    assert.equal(wrong.length, 1)
    assert.match(toLines(wrong)[0] ?? '', /^error MAIL_URL: localhost refuses the login: .*535/)
    assert.doesNotMatch(JSON.stringify(wrong), /wr0ng-secret/)
    assert.deepEqual(server.received, [])
  })

  it('reports a server that is away, or whose certificate is not trusted', async () => {
    using certificate = createCertificate({ isTrusted: false })
    await using server = await startMailServer({ ...certificate })

    const away = await examine('smtp://127.0.0.1:1')
    const stranger = await examine(`smtp://localhost:${server.port}?tls=yes`)

    assert.match(toLines(away)[0] ?? '', /^error MAIL_URL: 127\.0\.0\.1 does not take the conn/)
    assert.match(toLines(stranger)[0] ?? '', /^error MAIL_URL: localhost does not take the conn/)
  })

  it('reports a password that would be sent unencrypted', async () => {
    const found = await examine('smtp://ada:secret@mail.invalid:587?tls=no')

    assert.match(toLines(found)[0] ?? '', /^error MAIL_URL: .* sent to mail\.invalid unencrypted/)
    assert.doesNotMatch(JSON.stringify(found), /secret/)
  })

  it('requires both URLs in production, if the application sends mail', async () => {
    const without = { ...production, appUrl: undefined }

    const sending = await checkMail(without, {})
    const silent = await checkMail(without, undefined)
    const developing = await checkMail({ ...without, isProduction: false }, {})

    assert.deepEqual(
      sending.map(({ level, subject }) => [level, subject]),
      [
        ['error', 'MAIL_URL'],
        ['error', 'APP_URL'],
      ],
    )
    assert.deepEqual([silent, developing], [[], []])
  })

  it('asks the transport of an application, which needs no MAIL_URL', async () => {
    const transport = (verify: () => Promise<void>) => ({ send: async () => [], verify })

    const fine = await checkMail(production, { transport: transport(async () => {}) })
    const broken = await checkMail(production, {
      transport: transport(() => Promise.reject(new Error('no key'))),
    })

    assert.deepEqual(fine, [])
    assert.match(toLines(broken)[0] ?? '', /^error mail: The transport .* cannot send: no key/)
  })

  it('warns of a sender whose domain is an example, in production', async () => {
    const transport = { send: async () => [], verify: async () => {} }
    const examineSender = async (address: string, isProduction = true) =>
      toLines(
        await checkMail({ ...production, isProduction }, { transport, from: { address } }),
      ).join()

    assert.match(await examineSender('no-reply@example.com'), /^warning mail\.from: .*no-reply@ex/)
    assert.match(await examineSender('no-reply@mail.shop.TEST'), /^warning mail\.from: /)
    assert.equal(await examineSender('no-reply@my-example.com'), '')
    assert.equal(await examineSender('no-reply@example.com', false), '')
  })

  it('rejects a malformed URL without naming its password', async () => {
    await assert.rejects(examine('smtp://ada:secret@host?what=1'), (error: Error) => {
      assert.doesNotMatch(error.message, /secret/)
      return 'code' in error && error.code === 'E_MAIL_URL'
    })
  })
})
