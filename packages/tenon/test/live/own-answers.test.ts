import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currentDatabase } from '../../src/database.ts'
import { application, get, page, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { live } from '../../src/pages.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  title: c.text(),
}) {}

/** What a handler may find anywhere: in a session on the server, in a membership, in a setting. */
const chosen = { team: 1 }

const app = application({
  root: import.meta.dirname,
  models: { Team, Ticket },
  routes: routes([
    get('/tickets', async () => {
      const team = await Team.findOrFail(chosen.team)
      return page('Tickets', {
        team: team.name,
        tickets: live(() => Ticket.of(team).pluck('title')),
      })
    }),
  ]),
})

it('a live prop is what its own request finds, though another has asked with the same headers', async () => {
  await using client = await testApp({ application: app })
  await createTables(currentDatabase(), Team, Ticket)
  for (const name of ['A', 'B']) {
    await Ticket.of(await Team.create({ name })).create({ title: `of ${name}` })
  }
  const ask = async (): Promise<unknown> => {
    const headers = { 'x-inertia': 'true', purpose: 'live' }
    const { text } = await client.send('GET', '/tickets', { headers })
    const { team, tickets } = JSON.parse(text).props
    return { team, tickets }
  }

  const first = await ask()
  chosen.team = 2
  const second = await ask()

  assert.deepEqual(
    [first, second],
    [
      { team: 'A', tickets: ['of A'] },
      { team: 'B', tickets: ['of B'] },
    ],
  )
})
