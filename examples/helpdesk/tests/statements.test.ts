import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import seed from '../database/seeders/helpdesk.ts'
import { Team } from '../app/models/team.ts'
import { Ticket } from '../app/models/ticket.ts'
import { User } from '../app/models/user.ts'
import { logIn } from './log-in.ts'
import { openApp } from './open-app.ts'

const most = 12

it(`no page of a team takes more than ${most} statements`, async () => {
  await using app = await openApp()
  await seed()
  const team = await Team.where('name', 'Engines & Looms').firstOrFail()
  const ticket = await Ticket.of(team).whereHas('comments').firstOrFail()
  const client = await logIn(app, await User.where('email', 'ada@example.com').firstOrFail())
  const at = { team: team.id }
  const paths = [
    route('teams.index'),
    route('tickets.index', at),
    route('tickets.index', at, { search: 'printer', order: 'due', fields: { plan: 'Large' } }),
    route('tickets.create', at),
    route('tickets.show', { ...at, ticket: ticket.id }),
    route('bin.index', at),
    route('fields.index', at),
    route('labels.index', at),
    route('incidents.index', at),
    route('reports.show', at),
    route('members.index', at),
    route('teams.edit', at),
    route('status.show', at),
    route('contact.create', at),
  ]

  const counts: [path: string, count: number, sql: readonly string[]][] = []
  for (const path of paths) {
    const { status, statements } = await client.get(path)
    assert.equal(status, 200, path)
    counts.push([path, statements.length, statements])
  }

  assert.deepEqual(
    counts.filter(([, count]) => count > most),
    [],
  )
})
