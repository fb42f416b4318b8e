import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../support/create-tables.ts'
import { currentDatabase } from '../../src/database.ts'
import { NotFound } from '../../src/errors.ts'
import { application, get, group, provided, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { channel } from '../../src/pages.ts'
import { testApp } from '../../src/testing.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Membership extends Model('memberships', { id: c.id(), team_id: c.integer() }) {}

const member = provided<{ member: Membership }>('member')
/** As in the kit: who is not in the team is told that it does not exist. */
const asMember = member.middleware(async (request, next) => {
  const found = await Membership.where('team_id', Number(request.param('team'))).first()
  if (found === null) throw new NotFound()
  return next(found)
})
const teamChannel = channel('team', { team: Team })

const app = application({
  root: import.meta.dirname,
  models: { Team, Membership },
  routes: routes([group('/teams/{team}', [get('/channel', teamChannel)]).middleware(asMember)]),
})

it('a place on a channel ends when a row changes that the middleware of its route has read, and no other', async () => {
  await using client = await testApp({ application: app })
  await createTables(currentDatabase(), Team, Membership)
  const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
  const mine = await Membership.create({ team_id: red.id })
  const other = await Membership.create({ team_id: blue.id })
  // What comes before the first place is not followed, and may be anything.
  await using _first = await client.channel(`/teams/${red.id}/channel`)
  await using place = await client.channel(`/teams/${red.id}/channel`)

  await other.delete()
  const before = await place.hasEnded()
  await mine.delete()
  const after = await place.hasEnded()

  assert.deepEqual([before, after], [false, true])
  assert.equal((await client.as('json').get(`/teams/${red.id}/channel`)).status, 404)
})
