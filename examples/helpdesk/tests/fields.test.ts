import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import type { TestApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { Team } from '../app/models/team.ts'
import { Ticket } from '../app/models/ticket.ts'
import { createMember } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const triage = { status: 'open', priority: 'normal', assignee_id: '', due_on: '' }

describe('the fields of a team', () => {
  it('are defined by its administrators, once each, with a key for programs', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const add = (name: string, kind: string, choices = '') =>
      client.post(route('fields.store', { team: team.id }), { name, kind, choices })

    await add('Serial number', 'text')
    await add('Größe', 'number')
    await add('الخطة', 'choice', 'Small\n\n Large \nSmall')
    const again = await add('serial NUMBER', 'date')
    const empty = await add('Plan', 'choice', '\n')
    await client.delete(route('fields.destroy', { team: team.id }), { key: 'grosse' })

    assert.deepEqual((await Team.findOrFail(team.id)).fields, [
      { key: 'serial_number', name: 'Serial number', kind: 'text', choices: [] },
      { key: 'field', name: 'الخطة', kind: 'choice', choices: ['Small', 'Large'] },
    ])
    again.assertErrors({ name: 'There is such a field already' })
    empty.assertErrors({
      choices: 'Enter what can be chosen: up to 50 lines of 100 characters',
    })
  })

  it('may have a name whose letters become several in the key', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const at = { team: team.id }
    await client.post(route('fields.store', at), { name: 'ß'.repeat(40), kind: 'text' })
    const [field] = (await Team.findOrFail(team.id)).fields

    await client.delete(route('fields.destroy', at), { key: field?.key ?? '' })

    assert.deepEqual((await Team.findOrFail(team.id)).fields, [])
  })

  it('are seen, and not changed, by other members', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const at = { team: team.id }

    const shown = await client.get(route('fields.index', at))
    const added = await client.post(route('fields.store', at), { name: 'Plan', kind: 'text' })
    const deleted = await client.delete(route('fields.destroy', at), { key: 'plan' })

    shown.assertStatus(200)
    added.assertStatus(403)
    deleted.assertStatus(403)
  })

  it('are at most 20', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const fields = Array.from({ length: 20 }, (_, i) => text(`field_${i}`))
    await team.update({ fields })

    const refused = await client.post(route('fields.store', { team: team.id }), {
      name: 'One more',
      kind: 'text',
    })

    refused.assertErrors({ name: 'A team can have 20 fields' })
  })
})

describe('a ticket', () => {
  it('has a value for each field, of its kind', async () => {
    await using app = await openApp()
    const { client, team } = await desk(app)
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }
    const save = (fields: object) => client.put(route('tickets.update', at), { ...triage, fields })

    const refused = await save({ seats: 'many', plan: 'Huge', bought_on: '2026-02-30' })
    await save({ serial: ' X-1 ', seats: '12.5', plan: 'Large', bought_on: '2026-02-28' })
    await save({ serial: '', unknown: 'x' })
    const shown = await client.get(route('tickets.show', at))

    refused.assertErrors({
      'fields.seats': 'Enter a number, such as 12 or 12.5',
      'fields.plan': 'Choose one of the list',
      'fields.bought_on': 'Enter a day',
    })
    assert.deepEqual(shown.page('Tickets/Show').props.ticket.fields, {
      seats: 12.5,
      plan: 'Large',
      bought_on: '2026-02-28',
    })
  })

  it('is found by each of them; nonsense counts as none', async () => {
    await using app = await openApp()
    const { client, team } = await desk(app)
    const of = { team_id: team.id }
    const values = { serial: 'X-1', seats: 12, plan: 'Large', bought_on: '2026-02-28' }
    const ticket = await tickets.create({ ...of, fields: values })
    const other = await tickets.create({ ...of, fields: { ...values, plan: 'Small', seats: 2 } })
    const found = async (fields: Record<string, string>) => {
      const list = await client.get(route('tickets.index', { team: team.id }, { fields }))
      const { data } = list.page('Tickets/Index').props.tickets
      return data.map(({ id }) => id).toSorted((one, two) => one - two)
    }

    assert.deepEqual(await found({ plan: 'Large', serial: 'X-1' }), [ticket.id])
    assert.deepEqual(await found({ seats: '2' }), [other.id])
    assert.deepEqual(await found({ bought_on: '2026-02-28', seats: '12' }), [ticket.id])
    assert.deepEqual(await found({ plan: 'Huge', x: 'x' }), [ticket.id, other.id])
  })

  it('may have one with a name that every object knows', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const at = { team: team.id }
    await client.post(route('fields.store', at), { name: 'Constructor', kind: 'text' })
    const ticket = await tickets.create({ team_id: team.id })

    const all = await client.get(route('tickets.index', at))
    const of = await client.get(route('tickets.index', at, { fields: { constructor: 'Lego' } }))
    const file = await client.get(route('tickets.download', at))

    const ids = all.page('Tickets/Index').props.tickets.data.map(({ id }) => id)
    assert.deepEqual(ids, [ticket.id])
    assert.deepEqual(of.page('Tickets/Index').props.tickets.data, [])
    assert.doesNotMatch(file.text, /native code/)
  })

  it('keeps them in a saved list', async () => {
    await using app = await openApp()
    const { client, team } = await desk(app)
    const filter = { fields: { plan: 'Large' }, search: '', order: 'due' } as const

    const saved = await client.post(route('saved-lists.store', { team: team.id }), {
      name: 'Large',
      ...filter,
    })

    saved.assertRedirect(route('tickets.index', { team: team.id }, filter))
  })

  it('has them for programs', async () => {
    await using app = await openApp()
    const { team } = await desk(app)
    const user = await createMember(team)
    const abilities = ['tickets:read', 'tickets:write'] as const
    const { text: token } = await auth.tokens.issue(user, {
      name: 'robot',
      abilities,
      expires: '1d',
    })
    const program = app.as('json', { headers: { authorization: `Bearer ${token}` } })
    const asked = {
      subject: 'Printer',
      body: 'It burns.',
      customer_name: 'Grace',
      customer_email: 'grace@example.com',
      priority: 'urgent',
    }
    const url = route('api.tickets.store', { team: team.id })

    const fields = await program.get(route('api.fields.index', { team: team.id }))
    const refused = await program.post(url, { ...asked, fields: { seats: 'x' } })
    await program.post(url, { ...asked, fields: { seats: 3 } })
    const ticket = await Ticket.of(team).firstOrFail()
    const at = { team: team.id, ticket: ticket.id }
    const changed = await program.patch(route('api.tickets.update', at), {
      status: 'solved',
      fields: { plan: 'Small' },
    })

    assert.match(fields.text, /"key":"plan"/)
    refused.assertErrors({ 'fields.seats': 'Enter a number, such as 12 or 12.5' })
    assert.match(
      changed.text,
      /"status":"solved".*"fields":\{"plan":"Small","seats":3\}|"fields":\{"seats":3,"plan":"Small"\}/,
    )
  })
})

/** A team with a field of each kind. */
async function desk(app: TestApp) {
  const opened = await member(app)
  await opened.team.update({
    fields: [
      text('serial'),
      { key: 'seats', name: 'seats', kind: 'number', choices: [] },
      { key: 'plan', name: 'plan', kind: 'choice', choices: ['Small', 'Large'] },
      { key: 'bought_on', name: 'bought_on', kind: 'date', choices: [] },
    ],
  })
  return opened
}

function text(key: string) {
  return { key, name: key, kind: 'text' as const, choices: [] }
}
