import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { Ticket } from '../app/models/ticket.ts'
import { escalate } from '../app/tasks/escalate.ts'
import { createMember, teams } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const german = { headers: { 'accept-language': 'de-AT' } }
const arabic = { headers: { 'accept-language': 'ar' } }

describe('the languages of the helpdesk', () => {
  it('customers get every mail in the language in which they wrote', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    await app.as('page', german).post(route('contact.store', { team: team.id }), {
      customer_name: 'Grete',
      customer_email: 'grete@example.com',
      subject: 'Drucker',
      body: 'Er brennt.',
    })
    const ticket = await Ticket.of(team).firstOrFail()

    const at = { team: team.id, ticket: ticket.id }
    await client.post(route('comments.store', at), { body: 'Aus und wieder ein?' })
    await app.runJobs()

    const [receipt] = app.mails.of('Tickets/Received')
    const [answer] = app.mails.of('Tickets/Answer')
    assert.equal(receipt?.subject, 'Wir haben deine Anfrage')
    assert.match(answer?.html ?? '', /<html lang="de" dir="ltr">.*Hallo Grete,/s)
  })

  it('members are told what is late in the language that they have chosen', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const assignee = await createMember(team)
    await assignee.update({ language: 'ar' })
    const due_on = '2026-01-01'
    await tickets.create({ team_id: team.id, assignee_id: assignee.id, due_on, subject: 'Loom' })

    await app.runTask(escalate)
    await app.runJobs()

    const [mail] = app.mails.of('Tickets/Overdue')
    assert.equal(mail?.subject, 'متأخرة: Loom')
    assert.match(mail.html ?? '', /<html lang="ar" dir="rtl">/)
  })

  it('programs and pages are told in their language what is wrong', async () => {
    await using app = await openApp()
    const team = await teams.create()
    const url = route('contact.store', { team: team.id })
    const form = { customer_name: 'Grete', customer_email: 'grete@example.com', body: 'Er brennt.' }

    const inGerman = await app.as('json', german).post(url, { ...form, subject: '' })
    const inArabic = await app.as('page', arabic).post(url, { ...form, subject: '' })

    inGerman.assertErrors({ subject: 'Gib einen Betreff ein' })
    inArabic.assertErrors({ subject: 'أدخل موضوعًا' })
  })
})
