import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { route } from 'tenon'
import type { TestApp } from 'tenon/testing'
import { Attachment, Comment, Ticket } from '../app/models/ticket.ts'
import { muteTicket } from '../app/mute-ticket.ts'
import { findInbox, toReplyAddress } from '../app/reply-address.ts'
import { signTicketLink } from '../app/ticket-link.ts'
import { teams } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import { replyMark } from '../resources/components/tickets/choices.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const written = {
  customer_name: 'Grace',
  customer_email: 'Grace@Example.com',
  subject: 'Printer',
  body: 'It burns.',
}

describe('the contact form', () => {
  it('makes a ticket, and mails a link to it that needs no account', async () => {
    await using app = await openApp()
    const team = await teams.create()

    const sent = await app.as('page').post(route('contact.store', { team: team.id }), written)
    await app.runJobs()

    sent.assertRedirect(route('contact.create', { team: team.id }))
    const ticket = await Ticket.of(team).firstOrFail()
    const [mail] = app.mails.of('Tickets/Received')
    assert.equal(mail?.to[0]?.address, 'grace@example.com')
    const link = /https?:\/\/\S+\/requests\/\d+\?[\w=&-]+/.exec(mail.text)?.[0]
    assert.ok(link)
    const { pathname, search } = new URL(link)
    const shown = await app.as('page').get(pathname + search)
    assert.equal(shown.page('Customers/Ticket').props.ticket.id, ticket.id)
  })

  it('takes pictures, which only members of the team get', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const stranger = await member(app)
    const form = toForm(written, picture())

    await app.post(route('contact.store', { team: team.id }), form)
    const attachment = await Attachment.ofAnyone().firstOrFail()
    const at = { team: team.id, attachment: attachment.id }
    const download = await client.get(route('attachments.show', at))
    const small = await client.get(route('attachments.show', at, { small: '' }))
    const refused = await stranger.client.get(route('attachments.show', at))
    const elsewhere = await stranger.client.get(
      route('attachments.show', { ...at, team: stranger.team.id }),
    )

    download.assertStatus(200).assertHeader('content-type', 'image/png')
    assert.match(download.headers.get('content-disposition') ?? '', /attachment;.*burning\.png/)
    small.assertStatus(200)
    refused.assertStatus(404)
    elsewhere.assertStatus(404)
  })

  it('keeps a file with the type that it has, whatever its sender claims', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const bytes = await picture().bytes()
    const claimed = new File([bytes], 'burning.txt', { type: 'text/plain' })

    await app.post(route('contact.store', { team: team.id }), toForm(written, claimed))

    const { type, size_bytes } = await Attachment.ofAnyone().firstOrFail()
    assert.deepEqual([type, size_bytes], ['image/png', bytes.length])
  })

  it('refuses a program, more than five files and an address that is wrong', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const url = route('contact.store', { team: team.id })
    const program = new File(['MZ'], 'virus.exe', { type: 'image/png' })

    const refused = await app.as('json').post(url, toForm(written, program))
    const many = await app
      .as('json')
      .post(url, toForm({ ...written, customer_email: 'grace' }, ...Array(6).fill(picture())))

    refused.assertStatus(422).assertErrors({
      'files.0': 'The files must be PNG, JPEG, WebP, PDF, or plain text',
    })
    many.assertErrors({
      customer_email: 'Enter an email address, such as ada@example.com',
      files: 'Send at most 5 files',
    })
    assert.equal(await Ticket.of(team).count(), 0)
  })

  it('mails nothing that a stranger has typed, and an address a few times only', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const url = route('contact.store', { team: team.id })
    const advertisement = {
      ...written,
      customer_name: 'WIN at evil.example',
      subject: 'Buy at evil.example',
      body: 'evil.example',
    }
    const statuses: number[] = []

    for (let i = 0; i < 4; i += 1) statuses.push((await app.post(url, advertisement)).status)
    await app.runJobs()

    assert.deepEqual(statuses, [303, 303, 303, 422])
    const mails = app.mails.of('Tickets/Received')
    assert.equal(mails.length, 3)
    for (const { subject, text, html } of mails) {
      assert.doesNotMatch(`${subject} ${text} ${html}`, /evil/)
    }
    assert.equal(await Ticket.of(team).count(), 3)
  })

  it('is sent ten times in ten minutes at most', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const url = route('contact.store', { team: team.id })
    const statuses: number[] = []

    for (let i = 0; i < 11; i += 1) {
      const customer_email = `grace${i}@example.com`
      statuses.push((await app.post(url, { ...written, customer_email })).status)
    }

    assert.deepEqual(statuses, [...Array(10).fill(303), 429])
  })
})

describe('the link of a customer', () => {
  it('shows answers, but no notes of the team', async () => {
    await using app = await openApp()
    const ticket = await tickets.create()
    await addComment(ticket, 'An answer', false)
    await addComment(ticket, 'A note', true)

    const shown = await app.as('page').get(linkTo(ticket))

    const { comments } = shown.page('Customers/Ticket').props
    assert.deepEqual(
      comments.map(({ body }) => body),
      ['An answer'],
    )
    assert.equal(shown.text.includes('A note'), false)
  })

  it('leads to no other ticket, and to none without its signature', async () => {
    await using app = await openApp()
    const [ticket, other] = [await tickets.create(), await tickets.create()]
    const forged = route('requests.show', { ticket: other.id }, signTicketLink(ticket))

    const elsewhere = await app.get(forged)
    const bare = await app.get(route('requests.show', { ticket: ticket.id }))

    elsewhere.assertStatus(403)
    bare.assertStatus(403)
  })

  it('takes an answer, which opens the ticket again', async () => {
    await using app = await openApp()
    const ticket = await tickets.create({ status: 'solved', solved_on: '2026-11-01' })

    const link = linkTo(ticket)

    const answered = await app.as('page').post(link, { body: 'It burns again.' })

    answered.assertRedirect(link)
    const [comment] = await Comment.of(ticket).all()
    assert.deepEqual([comment?.body, comment?.is_by_customer], ['It burns again.', true])
    const { status, solved_on } = await ticket.refresh()
    assert.deepEqual([status, solved_on], ['open', null])
  })

  it('takes a few answers to a ticket and from a client, counted behind the signature', async () => {
    await using app = await openApp()
    const [first, second, third] = [
      await tickets.create(),
      await tickets.create(),
      await tickets.create(),
    ]
    const answer = async (link: string) => (await app.post(link, { body: 'It burns.' })).status
    const repeat = async (link: string) => {
      const statuses: number[] = []
      for (let i = 0; i < 21; i += 1) statuses.push(await answer(link))
      return statuses
    }
    const forged = route('requests.answer', { ticket: first.id }, signTicketLink(second))

    assert.deepEqual(await repeat(forged), Array(21).fill(403))
    const twenty = Array(20).fill(303)
    assert.deepEqual(await repeat(linkTo(first)), [...twenty, 429])
    assert.deepEqual(await repeat(linkTo(second)), [...twenty, 429])
    assert.equal(await answer(linkTo(third)), 429)
  })

  it('takes an opinion from 1 to 5', async () => {
    await using app = await openApp()
    const ticket = await tickets.create({ status: 'solved' })

    const refused = await app.as('page').put(linkTo(ticket), { rating: 6 })
    await app.as('page').put(linkTo(ticket), { rating: 4 })

    refused.assertStatus(422)
    assert.equal((await ticket.refresh()).rating, 4)
  })
})

describe('the button to unsubscribe', () => {
  it('ends the mails about one ticket, until the customer writes again', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }

    await app.post(await muteTicket.path({ ticket: ticket.id }), {})
    await client.post(route('comments.store', at), { body: 'Nobody reads this.' })
    await app.as('page').post(linkTo(ticket), { body: 'It burns again.' })
    await client.post(route('comments.store', at), { body: 'We are sorry.' })
    await app.runJobs()

    const mails = app.mails.of('Tickets/Answer')
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /We are sorry\./)
  })
})

describe('an answer by mail', () => {
  const secret = 'shared with the mail provider'
  beforeEach(() => {
    Object.assign(process.env, { INBOX_ADDRESS: 'reply@in.example.com', INBOX_SECRET: secret })
  })
  afterEach(() => {
    delete process.env['INBOX_ADDRESS']
    delete process.env['INBOX_SECRET']
  })

  it('is added to the ticket whose address it has, without what it quotes', async () => {
    await using app = await openApp()
    const ticket = await tickets.create({ status: 'waiting' })
    const text = `Thank you!\n\n${replyMark}\nTurn it off and on.`

    const received = await receive(app, { to: `Help <${addressOf(ticket)}>`, text }, secret)

    received.assertStatus(204)
    const [comment] = await Comment.of(ticket).all()
    assert.deepEqual([comment?.body, comment?.is_by_customer], ['Thank you!', true])
    assert.equal((await ticket.refresh()).status, 'open')
  })

  it('is added once, however often the provider sends it or somebody else repeats its request', async () => {
    await using app = await openApp()
    const ticket = await tickets.create({ status: 'waiting' })
    const mail = { to: addressOf(ticket), text: 'Thank you!' }
    await receive(app, mail, secret)

    const again = await receive(app, mail, secret)
    const next = await receive(app, { ...mail, message_id: '<2@example.com>' }, secret)
    const at = (id: string) => receive(app, { ...mail, message_id: id }, secret)
    await Promise.all([at('<3@example.com>'), at('<3@example.com>')])

    again.assertStatus(204)
    next.assertStatus(204)
    assert.equal(await Comment.of(ticket).count(), 3)
  })

  it('is cut where it is too long, also within a character, and loses what no database stores', async () => {
    await using app = await openApp()
    const ticket = await tickets.create()
    const text = `\0${'a'.repeat(19_999)}😀 and so on`

    const received = await receive(app, { to: addressOf(ticket), text }, secret)

    received.assertStatus(204)
    assert.deepEqual(await Comment.of(ticket).pluck('body'), [`${'a'.repeat(19_999)}\ufffd`])
  })

  it('leaves a ticket solved if its mail comes again', async () => {
    await using app = await openApp()
    const ticket = await tickets.create()
    const mail = { to: addressOf(ticket), text: 'Thank you!' }
    await receive(app, mail, secret)
    await ticket.update({ status: 'solved' })

    await receive(app, mail, secret)

    assert.equal((await ticket.refresh()).status, 'solved')
  })

  it('restores a ticket from the bin and opens it, unless the mail was added before', async () => {
    await using app = await openApp()
    const ticket = await tickets.create({ status: 'solved' })
    const known = { to: addressOf(ticket), text: 'Thank you!' }
    await receive(app, known, secret)
    await ticket.delete()

    const again = await receive(app, known, secret)
    const kept = await Ticket.ofAnyone().onlyDeleted().count()
    const next = { ...known, text: 'It burns again.', message_id: '<2@example.com>' }
    const received = await receive(app, next, secret)

    again.assertStatus(204)
    assert.equal(kept, 1)
    received.assertStatus(204)
    const restored = await Ticket.ofAnyone().findOrFail(ticket.id)
    assert.equal(restored.status, 'open')
    assert.equal(await Comment.of(restored).count(), 2)
  })

  it('is refused if its ticket was deleted for good, so that its sender gets a bounce', async () => {
    await using app = await openApp()
    const ticket = await tickets.create()
    const to = addressOf(ticket)
    await Ticket.ofAnyone().where('id', ticket.id).forceDelete()

    const answer = await receive(app, { to, text: 'Are you there?' }, secret)

    answer.assertStatus(410)
    assert.equal(await Comment.ofAnyone().count(), 0)
  })

  it('is refused if somebody else than the provider sends it', async () => {
    await using app = await openApp()
    const ticket = await tickets.create()

    const refused = await receive(app, { to: addressOf(ticket), text: 'Hello' }, 'another secret')

    refused.assertStatus(403)
    assert.equal(await Comment.of(ticket).count(), 0)
  })

  it('reaches no ticket whose address was guessed', async () => {
    await using app = await openApp()
    const [ticket, other] = [await tickets.create(), await tickets.create()]
    const guessed = addressOf(ticket).replace(`+${ticket.id}-`, `+${other.id}-`)

    const dropped = await receive(app, { to: guessed, text: 'Hello' }, secret)

    dropped.assertStatus(204)
    assert.equal(await Comment.ofAnyone().count(), 0)
  })

  it('has nowhere to go without an inbox', async () => {
    await using app = await openApp()
    delete process.env['INBOX_SECRET']

    const missing = await receive(app, { to: 'reply@in.example.com', text: 'Hello' }, secret)

    missing.assertStatus(404)
  })
})

function addComment(ticket: Ticket, body: string, is_internal: boolean): Promise<Comment> {
  return Comment.of(ticket).create({ body, author_id: null, is_internal })
}

function linkTo(ticket: Ticket): string {
  return route('requests.show', { ticket: ticket.id }, signTicketLink(ticket))
}

function addressOf(ticket: Ticket): string {
  const inbox = findInbox()
  assert.ok(inbox)
  return toReplyAddress(inbox, ticket.id)
}

interface Mail {
  readonly to: string
  readonly text: string
  readonly message_id?: string
}

/** What the mail provider's webhook does. */
function receive(app: TestApp, mail: Mail, key: string) {
  const body = JSON.stringify({ message_id: '<1@example.com>', ...mail })
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  return app.post(route('incoming-mails.store'), body, { headers })
}

function toForm(fields: Readonly<Record<string, string>>, ...files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('files[]', file)
  return form
}

/** A red pixel. */
function picture(): File {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
  return new File([Buffer.from(png, 'base64')], 'burning.png', { type: 'image/png' })
}
