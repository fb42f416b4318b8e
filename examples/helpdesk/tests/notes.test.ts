import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { mentionedIn } from '../app/mentioned-in.ts'
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

  it('mentions those whose whole name it says, and nobody by an address', async () => {
    await using app = await openApp()
    const { team } = await member(app)
    const names = ['Al', 'Alan', 'Alan Turing', 'Example', 'Zoë', 'C. (Ops)']
    for (const name of names) {
      const user = await createMember(team)
      await user.update({ name })
    }

    for (const [text, mentioned] of [
      ['@Alan Turing, write to grace@example.com', ['Alan Turing']],
      ['@alan: do you know? Al does not.', ['Alan']],
      ["Ask @Al's team, or @ALAN TURING.", ['Al', 'Alan Turing']],
      ['@Alana and @Turing', []],
      ['(@Zoë), @C. (Ops)!', ['C. (Ops)', 'Zoë']],
    ] as const) {
      const found = await mentionedIn(text, team)
      assert.deepEqual(found.map(({ name }) => name).toSorted(), mentioned, text)
    }
  })
})
