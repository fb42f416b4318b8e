import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { application, post, routes } from '../../src/index.ts'
import { mail, unsubscribe, type Appointment, type MailDraft } from '../../src/mail.ts'
import { PermanentFailure } from '../../src/jobs.ts'
import { disk } from '../../src/storage.ts'
import { testApp, type TestApp, type TestMail } from '../../src/testing.ts'
import { toMailSource } from '../../src/work/smtp/mail-options.ts'
import { readStored } from '../../src/work/smtp/send-mail-job.ts'

const reports = disk('reports')
const ended: number[] = []
const newsletter = unsubscribe('newsletter', z.object({ user: z.number() })).run(({ user }) => {
  ended.push(user)
})
const unlisted = unsubscribe('unlisted', z.object({})).run(() => {})

/** The application, whose one route sends what the test says; to build its mails takes a second. */
let app: TestApp
let draft: () => MailDraft | Promise<MailDraft>

/** Sends a mail, and returns the code of what it throws. */
async function send(toDraft: typeof draft): Promise<unknown> {
  draft = toDraft
  app.mails.clear()
  const { error } = await app.post('/')
  return error instanceof Error && 'code' in error ? error.code : error
}

/** Sends a mail that is right. */
async function sent(toDraft: typeof draft): Promise<TestMail> {
  assert.equal(await send(toDraft), undefined)
  const [mail] = app.mails
  assert.ok(mail)
  return mail
}

const welcome = () => mail('Welcome', { name: 'Ada' }).to('ada@example.com').subject('Welcome')
const picture = () => mail('Picture', {}).to('ada@example.com').subject('Picture')

describe('a mail', { timeout: 480_000 }, () => {
  before(async () => {
    app = await testApp({
      application: application({
        root: join(import.meta.dirname, '../../fixtures/mail'),
        mail: { from: 'shop@example.com', unsubscribe: [newsletter] },
        routes: routes([
          post('/', async () => {
            await (await draft()).send()
            return 'sent'
          }),
        ]),
      }),
    })
  })

  after(() => app[Symbol.asyncDispose]())

  it('says when and in which queue it is sent', async () => {
    const at = await sent(() => welcome().at(new Date('2026-12-24T18:00:00Z')))
    const later = await sent(() => welcome().in('3d').queue('newsletters'))

    assert.deepEqual(at.start, { at: new Date('2026-12-24T18:00:00Z') })
    assert.deepEqual(later.start, { inMs: 259_200_000 })
    assert.deepEqual([at.queue, later.queue], ['mail', 'newsletters'])
    assert.throws(() => welcome().at(new Date('no')), { code: 'E_JOB_OPTION' })
  })

  it('attaches a file of a disk by its key', async () => {
    const mail = await sent(async () =>
      welcome().attach('a.txt', { disk: reports, key: await reports.put(Buffer.from('yearly')) }),
    )

    const [file] = mail.stored ?? []
    assert.equal(file?.name, 'a.txt')
    assert.equal(file.disk, 'reports')
    const [read] = await readStored([file])
    await reports.delete(file.key)
    assert.equal(Buffer.from(read?.content ?? '', 'base64').toString(), 'yearly')
    await assert.rejects(readStored([file]), PermanentFailure)
  })

  it('shows an attached picture in its text', async () => {
    const mail = await sent(() => picture().attach('logo one.png', Buffer.from('PNG')))

    const source = await toMailSource(mail)
    assert.match(source, /Content-Type: multipart\/related/)
    assert.match(source, /Content-Disposition: inline; filename="logo one\.png"/)
    assert.doesNotMatch(mail.text, /cid:/)
  })

  it('invites to an appointment, changes and cancels it', async () => {
    const appointment: Appointment = {
      id: 'tasting-7',
      title: 'Tea\r\ntasting; at 5, sharp',
      starts: new Date('2026-12-01T17:00:00Z'),
      ends: new Date('2026-12-01T18:00:00Z'),
      location: 'The shop',
    }
    const asked = await sent(() => welcome().bcc('secret@example.com').invite(appointment))
    const called = await sent(() =>
      welcome().invite({ ...appointment, version: 1, cancelled: true }),
    )

    const { method, calendar = '' } = asked.invitation ?? {}
    assert.equal(method, 'REQUEST')
    assert.match(calendar, /^UID:tasting-7@example\.com\r$/m)
    assert.match(calendar, /^DTSTART:20261201T170000Z\r$/m)
    assert.match(calendar, /^SUMMARY:Tea\\ntasting\\; at 5\\, sharp\r$/m)
    assert.match(calendar.replaceAll('\r\n ', ''), /ATTENDEE;.*MAILTO:ada@example\.com/i)
    assert.doesNotMatch(calendar, /secret/)
    assert.match(await toMailSource(asked), /text\/calendar; charset=utf-8; method=REQUEST/i)
    assert.equal(called.invitation?.method, 'CANCEL')
    assert.match(called.invitation.calendar, /^STATUS:CANCELLED\r$/m)
    for (const wrong of [
      { ends: appointment.starts },
      { starts: new Date('no') },
      { id: 'a b' },
      { version: -1 },
    ]) {
      const invite = () => welcome().invite({ ...appointment, ...wrong })
      assert.throws(invite, { code: 'E_MAIL_INVITATION' }, JSON.stringify(wrong))
    }
  })

  it('has a link with which one click unsubscribes its recipient', async () => {
    const mail = await sent(() => welcome().unsubscribe(newsletter, { user: 7 }))
    const headers = mail.headers ?? {}
    // Without APP_URL the host is that which tenon dev prints, where the browser is logged in.
    const link = /^<http:\/\/localhost:8080(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1]
    assert.ok(link)

    const shown = await app.get(link)
    const before = [...ended]
    const clicked = await app.send('POST', link, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const forged = await app.post(`${link.slice(0, -2)}xx`)
    const wrong = await app.send('DELETE', link)

    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    shown.assertStatus(200)
    assert.match(shown.text, /<button>Unsubscribe<\/button>/)
    assert.deepEqual([before, clicked.status, ended], [[], 200, [7]])
    assert.deepEqual([forged.status, wrong.status], [404, 405])
  })

  it('is refused where it is sent if it cannot be right', async () => {
    const hundred = Array.from({ length: 101 }, (_, i) => `a${i}@example.com`)
    const large = Buffer.alloc(19_000_000)
    const drafts: Readonly<Record<string, readonly (() => MailDraft)[]>> = {
      E_MAIL_RECIPIENT: [() => welcome().bcc(...hundred)],
      E_MAIL_FILE: [() => picture(), () => welcome().attach('a', { disk: reports, key: 'none' })],
      E_MAIL_SIZE: [
        () =>
          welcome()
            .bcc(...hundred.slice(0, 9))
            .attach('a', large),
      ],
      E_MAIL_UNSUBSCRIBE: [
        () => welcome().unsubscribe(unlisted, {}),
        () => welcome().cc('b@example.com').unsubscribe(newsletter, { user: 7 }),
        // @ts-expect-error The schema wants a number.
        () => welcome().unsubscribe(newsletter, { user: 'ada' }),
      ],
    }

    for (const [code, refused] of Object.entries(drafts)) {
      for (const draft of refused) {
        const outcome = [await send(draft), app.mails.count]
        assert.deepEqual(outcome, [code, 0], JSON.stringify(draft))
      }
    }
  })
})
