import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { parseMailUrl } from '../../src/work/smtp/mail-url.ts'
import { mailServers, MailServerLink } from '../../src/work/smtp/mail-server-link.ts'
import { deliverMailJob, queueMail } from '../../src/work/smtp/send-mail-job.ts'
import { suppressions, type MailMessage } from '../../src/mail.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { startMetrics } from '../../src/observability/metrics/metrics.ts'
import { JobStage } from '../jobs/job-stage.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { message } from './message.ts'
import { createCertificate, startMailServer } from './smtp-server.ts'

/** Runs a test with a queued mail; `deliver` runs what is due, after a pause in the stage's time. */
async function withQueued(
  open: OpenDatabase,
  body: (parts: {
    stage: JobStage
    deliver: (url: string, pauseMs?: number) => Promise<void>
  }) => Promise<void>,
  mail: MailMessage = { ...message, bcc: [] },
): Promise<void> {
  const stage = await JobStage.on(await open())
  await stage.in(() => queueMail(mail))
  const deliver = async (url: string, pauseMs = 0): Promise<void> => {
    stage.now = Math.max(stage.now, Date.now()) + pauseMs
    using link = new MailServerLink(url)
    await mailServers.run(link, () => stage.run(deliverMailJob))
  }
  await body({ stage, deliver })
}

forEachDialect('a queued mail', (open) => {
  it('reaches every recipient once, with both bodies and its files', () =>
    withQueued(
      open,
      async ({ stage, deliver }) => {
        await using server = await startMailServer()

        await deliver(`smtp://127.0.0.1:${server.port}`)
        await deliver(`smtp://127.0.0.1:${server.port}`)

        // Two jobs, which run at the same time: either may be first.
        const mail = server.received.find(({ recipients }) => recipients[0] === 'ada@example.com')
        assert.ok(mail)
        assert.equal(mail.from, 'shop@example.com')
        assert.deepEqual(server.received.map(({ recipients }) => recipients.join()).toSorted(), [
          'ada@example.com',
          'hidden@example.com',
        ])
        assert.match(mail.source, /^From: The Shop <shop@example\.com>\r$/m)
        assert.match(mail.source, /^Message-ID: <5@example\.com>\r$/im)
        assert.match(mail.source, /^X-Shop: yes\r$/m)
        assert.match(
          mail.source,
          /Content-Type: text\/plain[^]*Thank you[^]*Content-Type: text\/html/,
        )
        assert.match(mail.source, /Content-Type: application\/pdf; name=a\.pdf/)
        assert.doesNotMatch(mail.source, /hidden@example/)
        assert.deepEqual(await stage.rows(), [])
      },
      message,
    ))

  it('is tried again later when the server says so', () =>
    withQueued(open, async ({ stage, deliver }) => {
      using metrics = await startMetrics()
      let calls = 0
      await using server = await startMailServer({
        onRcptTo(_address, _session, done) {
          calls += 1
          const later = Object.assign(new Error('Greylisted'), { responseCode: 450 })
          done(calls === 1 ? later : null)
        },
      })
      const url = `smtp://127.0.0.1:${server.port}`

      await deliver(url)
      const waiting = await stage.rows()
      await deliver(url, 3_600_000)

      assert.deepEqual(
        waiting.map(({ state, attempt }) => [state, attempt]),
        [['delayed', 1]],
      )
      assert.match(waiting[0]?.error ?? '', /Greylisted/)
      assert.deepEqual((await metrics.render()).match(/(?<=^tenon_mails_total).*$/gm), [
        '{outcome="sent"} 1',
        '{outcome="failed"} 1',
        '{outcome="refused"} 0',
        '{outcome="suppressed"} 0',
      ])
      assert.equal(server.received.length, 1)
      assert.deepEqual(await stage.rows(), [])
    }))

  it('has failed for good when the server refuses it, and is kept', () =>
    withQueued(open, async ({ stage, deliver }) => {
      await using server = await startMailServer({
        onRcptTo(_address, _session, done) {
          done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        },
      })

      await deliver(`smtp://127.0.0.1:${server.port}`)

      const [row] = await stage.rows()
      assert.equal(row?.state, 'failed')
      assert.equal(row.attempt, 1)
      assert.match(row.error ?? '', /The mail server refused the mail.*No such mailbox/)
    }))

  it('is sent later to those whom the server puts off, and to nobody twice', () =>
    withQueued(
      open,
      async ({ stage, deliver }) => {
        let calls = 0
        await using server = await startMailServer({
          onRcptTo: ({ address }, _session, done) =>
            done(
              address === 'hidden@example.com' && ++calls <= 3 ? answer(450, 'Greylisted') : null,
            ),
        })
        const url = `smtp://127.0.0.1:${server.port}`

        await deliver(url)
        await deliver(url, 60_000)
        const waiting = await stage.rows()
        await deliver(url, 3_600_000)
        await deliver(url, 7_200_000)

        assert.deepEqual(
          waiting.map(({ state }) => state),
          ['delayed'],
        )
        assert.match(waiting[0]?.error ?? '', /Greylisted/)
        assert.deepEqual(
          server.received.map(({ recipients }) => recipients),
          [['ada@example.com'], ['hidden@example.com']],
        )
        assert.match(server.received[1]?.source ?? '', /^To: .*<ada@example\.com>\r$/m)
        assert.match(server.received[1]?.source ?? '', /^Message-ID: <5@example\.com>\r$/im)
        assert.deepEqual(await stage.rows(), [])
      },
      message,
    ))

  it('is kept for those whom the server refuses, and a retry reaches only them', () =>
    withQueued(
      open,
      async ({ stage, deliver }) => {
        let isOpen = false
        await using server = await startMailServer({
          onRcptTo: ({ address }, _session, done) =>
            done(address === 'hidden@example.com' && !isOpen ? answer(550, 'No such user') : null),
        })
        const url = `smtp://127.0.0.1:${server.port}`

        await deliver(url)
        await deliver(url, 60_000)
        const kept = await stage.rows()
        isOpen = true
        await new JobRecords(stage.database).retry({ name: 'mail:deliver' })
        await deliver(url, 120_000)

        assert.deepEqual(
          kept.map(({ state }) => state),
          ['failed'],
        )
        assert.match(kept[0]?.error ?? '', /No such user/)
        assert.deepEqual(
          server.received.map(({ recipients }) => recipients),
          [['ada@example.com'], ['hidden@example.com']],
        )
      },
      message,
    ))

  it('is not sent to whom a provider reports with the domain in the letters of DNS', () =>
    withQueued(open, async ({ stage }) => {
      await stage.in(async () => {
        await suppressions.add('ada@XN--mller-kva.example', 'complaint')
        const found = await suppressions.find('Ada@Müller.example')
        assert.equal(found?.address, 'ada@xn--mller-kva.example')
        assert.equal(await suppressions.remove('ada@müller.example'), true)

        await currentDatabase()
          .query(sql`insert into tenon_mail_suppressions (address, reason, created_at)
          values ('ada@müller.example', 'bounce', 1)`)
        assert.equal((await suppressions.find('ada@xn--mller-kva.example'))?.reason, 'bounce')
        assert.equal(await suppressions.remove('ada@xn--mller-kva.example'), true)
      })
    }))

  it('is not sent to whom bounced or complained, until you say so', () =>
    withQueued(open, async ({ stage, deliver }) => {
      await stage.in(() => suppressions.add('ADA@example.com', 'bounce'))
      await stage.in(() => suppressions.add('ada@example.com', 'complaint'))
      await using server = await startMailServer()

      await deliver(`smtp://127.0.0.1:${server.port}`)
      const found = await stage.in(() => suppressions.find('Ada@example.com'))
      const removed = await stage.in(() => suppressions.remove('ada@example.com'))
      await stage.in(() => queueMail(message))
      await deliver(`smtp://127.0.0.1:${server.port}`)

      assert.deepEqual([found?.reason, removed], ['bounce', true])
      assert.equal(await stage.in(() => suppressions.find('ada@example.com')), null)
      assert.deepEqual(server.received.map(({ recipients }) => recipients.join()).toSorted(), [
        'ada@example.com',
        'hidden@example.com',
      ])
      assert.deepEqual(await stage.rows(), [])
    }))

  it('waits while the server is away, and is not lost', () =>
    withQueued(open, async ({ stage, deliver }) => {
      const { port } = await startAndStop()
      const url = `smtp://127.0.0.1:${port}`

      for (let i = 0; i < 5; i++) await deliver(url, 3_700_000)
      const waiting = await stage.rows()
      await using server = await startMailServer({}, port)
      await deliver(url, 3_700_000)

      assert.deepEqual(
        waiting.map(({ state, attempt }) => [state, attempt]),
        [['delayed', 5]],
      )
      assert.equal(server.received.length, 1)
    }))
})

forEachDialect('a mail server with TLS', (open) => {
  const onAuth: Pick<SMTPServerOptions, 'authOptional' | 'onAuth'> = {
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === 'shop' && password === 'p@ss/word'
      done(isRight ? null : new Error('Invalid login'), { user: 'shop' })
    },
  }
  const login = `shop:${encodeURIComponent('p@ss/word')}`

  it('gets mail and login only over it, from the start or by STARTTLS', () =>
    withQueued(open, async ({ stage, deliver }) => {
      using certificate = createCertificate({ isTrusted: true })
      await using late = await startMailServer({ ...certificate, ...onAuth })
      await using early = await startMailServer({ ...certificate, ...onAuth, secure: true })
      await stage.in(() => queueMail({ ...message, id: '<6@example.com>', bcc: [] }))

      await deliver(`smtp://${login}@localhost:${late.port}?tls=yes`)
      await stage.in(() => queueMail({ ...message, bcc: [] }))
      await deliver(`smtps://${login}@localhost:${early.port}`)

      const seen = [...late.received, ...early.received].map(({ isEncrypted, user }) => [
        isEncrypted,
        user,
      ])
      assert.deepEqual(seen, [
        [true, 'shop'],
        [true, 'shop'],
        [true, 'shop'],
      ])
    }))

  it('gets nothing if its certificate is not trusted', () =>
    withQueued(open, async ({ stage, deliver }) => {
      using certificate = createCertificate({ isTrusted: false })
      await using server = await startMailServer({ ...certificate, ...onAuth, secure: true })

      await deliver(`smtps://${login}@localhost:${server.port}`)

      const [row] = await stage.rows()
      assert.equal(row?.state, 'delayed')
      assert.match(row.error ?? '', /certificate/)
      assert.equal(server.received.length, 0)
    }))

  it('gets nothing if it claims not to know TLS', () =>
    withQueued(open, async ({ stage, deliver }) => {
      let logins = 0
      await using server = await startMailServer({
        allowInsecureAuth: true,
        onAuth(_auth, _session, done) {
          logins += 1
          done(null, { user: 'shop' })
        },
      })

      await deliver(`smtp://${login}@localhost:${server.port}?tls=yes`)

      const [row] = await stage.rows()
      assert.deepEqual([row?.state, logins, server.received.length], ['delayed', 0, 0])
    }))

  it('that refuses the login is asked again, because a password can be corrected', () =>
    withQueued(open, async ({ stage, deliver }) => {
      using certificate = createCertificate({ isTrusted: true })
      await using server = await startMailServer({ ...certificate, ...onAuth })

      await deliver(`smtp://shop:wrong@localhost:${server.port}`)
      const [row] = await stage.rows()
      await deliver(`smtp://${login}@localhost:${server.port}`, 60_000)

      assert.equal(row?.state, 'delayed')
      assert.equal(server.received.length, 1)
    }))
})

describe('MAIL_URL', () => {
  it('requires TLS, except on this machine or where it is turned off', () => {
    const requires = (text: string) => {
      const { secure, requireTLS, ignoreTLS } = parseMailUrl(text)
      return { secure, requireTLS, ignoreTLS }
    }

    assert.deepEqual(requires('smtp://mail.example'), {
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    })
    assert.deepEqual(requires('smtps://mail.example'), {
      secure: true,
      requireTLS: false,
      ignoreTLS: false,
    })
    assert.deepEqual(requires('smtp://localhost:1025'), {
      secure: false,
      requireTLS: false,
      ignoreTLS: false,
    })
    assert.deepEqual(requires('smtp://mail?tls=no'), {
      secure: false,
      requireTLS: false,
      ignoreTLS: true,
    })
    assert.deepEqual(requires('smtp://[::1]:25?tls=yes'), {
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    })
  })

  it('names host, port, login and own name', () => {
    const { host, port, auth, name } = parseMailUrl(
      'smtp://a%40b:p%2Fw@[2001:db8::1]?name=app.example',
    )

    assert.deepEqual(
      { host, port, auth, name },
      {
        host: '2001:db8::1',
        port: 587,
        auth: { user: 'a@b', pass: 'p/w' },
        name: 'app.example',
      },
    )
  })

  it('is refused if it is malformed, without repeating it', () => {
    for (const text of [
      'smtp://',
      'http://mail.example',
      'smtp://u:secret@mail?pool=true',
      'smtp://mail?tls=maybe',
      'smtp://u:100%secret@mail',
      'mail',
    ]) {
      assert.throws(
        () => parseMailUrl(text),
        (error: Error) => 'code' in error && !error.message.includes('secret'),
        text,
      )
    }
  })
})

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

async function startAndStop(): Promise<{ readonly port: number }> {
  const server = await startMailServer()
  await server[Symbol.asyncDispose]()
  return server
}
