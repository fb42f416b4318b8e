import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { createMember } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

describe('a note', () => {
  it('is mailed to the members whom it mentions, and to nobody else', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const grace = await createMember(team)
    await grace.update({ name: 'Grace Hopper' })
    const stranger = (await member(app)).user
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }
    const body = `@grace hopper, do you know? @${user.name} @${stranger.name}`

    await client.post(route('comments.store', at), { body, is_internal: true })
    await app.runJobs()

    const mails = app.mails.of('Tickets/Mentioned')
    assert.deepEqual(
      mails.map(({ to }) => to[0]?.address),
      [grace.email],
    )
    assert.equal(app.mails.of('Tickets/Answer').length, 0)
  })
})
