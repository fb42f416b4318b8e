import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import seed from '../database/seeders/helpdesk.ts'
import { Incident } from '../app/models/incident.ts'
import { Team } from '../app/models/team.ts'
import { Comment, Ticket } from '../app/models/ticket.ts'
import { User } from '../app/models/user.ts'
import { web } from '../app/routes.ts'
import { signTicketLink } from '../app/ticket-link.ts'
import { tickets } from '../database/factories/ticket.ts'
import { logIn } from './log-in.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const most = 12
/** Files and a channel, which are not pages. */
const others = ['tickets.download', 'tickets.channel', 'attachments.show']

it(`no page of a team takes more than ${most} statements`, async () => {
  await using app = await openApp()
  await seed()
  const team = await Team.where('name', 'Engines & Looms').firstOrFail()
  const ticket = await Ticket.of(team).whereHas('comments').firstOrFail()
  const client = await logIn(app, await User.where('email', 'ada@example.com').firstOrFail())
  const at = { team: team.id }
  const pages = web.routes.filter(
    ({ method, name, pattern }) =>
      method === 'GET' &&
      !others.includes(name ?? '') &&
      /^\/(?:teams|contact|status)\b/.test(pattern.path),
  )
  const paths = [
    ...pages.map(({ pattern }) =>
      pattern.path.replace('{team}', String(team.id)).replace('{ticket}', String(ticket.id)),
    ),
    route('tickets.index', at, { search: 'printer', order: 'due', fields: { plan: 'Large' } }),
    route('requests.show', { ticket: ticket.id }, signTicketLink(ticket)),
  ]

  const counts: [path: string, count: number, sql: readonly string[]][] = []
  for (const path of paths) {
    const { status, statements } = await client.get(path)
    assert.equal(status, 200, path)
    counts.push([path, statements.length, statements])
  }

  assert.ok(pages.length > 14)
  assert.deepEqual(
    counts.filter(([, count]) => count > most),
    [],
  )
})

it('no list grows with the table: of many comments, the last are shown', async () => {
  await using app = await openApp()
  const { client, team } = await member(app, 'admin')
  const ticket = await tickets.create({ team_id: team.id })
  const written = Array.from({ length: 1001 }, (_, i) => ({ body: `${i}`, is_internal: false }))
  await Comment.of(ticket).createMany(written)
  const at = { team: team.id, ticket: ticket.id }

  const { comments } = (await client.get(route('tickets.show', at))).page('Tickets/Show').props
  const path = route('requests.show', { ticket: ticket.id }, signTicketLink(ticket))
  const customer = (await app.as('page').get(path)).page('Customers/Ticket').props.comments

  const ends = [comments, customer].map((list) => [list.length, list[0]?.body, list.at(-1)?.body])
  assert.deepEqual(ends, [
    [1000, '1', '1000'],
    [1000, '1', '1000'],
  ])
})

it('no list grows with the table: a bin has 200 tickets, and a status page 50 incidents', async () => {
  await using app = await openApp()
  const { client, team } = await member(app, 'admin')
  const at = { team: team.id }
  await tickets.createMany(201, { team_id: team.id, deleted_at: new Date() })
  await Incident.of(team).createMany(
    Array.from({ length: 51 }, (_, i) => ({ title: `${i}`, body: 'A gear is worn.' })),
  )

  const bin = (await client.get(route('bin.index', at))).page('Tickets/Bin').props.tickets
  const told = (await client.get(route('status.show', at))).page('Customers/Status').props.incidents

  assert.deepEqual([bin.length, told.length, told[0]?.title], [200, 50, '50'])
})
