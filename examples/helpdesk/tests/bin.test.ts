import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { route } from 'tenon'
import { Comment, Ticket } from '../app/models/ticket.ts'
import { emptyBin } from '../app/tasks/empty-bin.ts'
import { tickets } from '../database/factories/ticket.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

describe('the bin', () => {
  it('has what administrators delete, and gives it back as it was', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const ticket = await tickets.create({ team_id: team.id, subject: 'Loom', status: 'waiting' })
    await client.delete(route('tickets.destroy', { team: team.id, ticket: ticket.id }))

    const gone = await client.get(route('tickets.show', { team: team.id, ticket: ticket.id }))
    const shown = await client.get(route('bin.index', { team: team.id }))
    const restored = await client.post(route('bin.restore', { team: team.id }), {
      ticket: ticket.id,
    })

    gone.assertStatus(404)
    assert.equal(shown.page('Tickets/Bin').props.tickets[0]?.subject, 'Loom')
    restored.assertRedirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
    assert.equal((await Ticket.of(team).findOrFail(ticket.id)).status, 'waiting')
  })

  it('gives back nothing of another team, and nothing to members', async () => {
    await using app = await openApp()
    const admin = await member(app, 'admin')
    const { client, team } = await member(app)
    const foreign = await tickets.create()
    await foreign.delete()

    const stolen = await admin.client.post(route('bin.restore', { team: admin.team.id }), {
      ticket: foreign.id,
    })
    const refused = await client.get(route('bin.index', { team: team.id }))

    stolen.assertStatus(404)
    refused.assertStatus(403)
    assert.equal(await Ticket.ofAnyone().count(), 0)
  })

  it('is emptied after 30 days, with the comments', async () => {
    await using app = await openApp()
    const { team } = await member(app)
    const [old, recent] = await tickets.createMany(2, { team_id: team.id })
    assert.ok(old && recent)
    await Comment.of(old).create({ body: 'Hello', author_id: null, is_internal: false })
    mock.timers.enable({ apis: ['Date'], now: Date.now() - 31 * 86_400_000 })
    await old.delete()
    mock.timers.reset()
    await recent.delete()

    await app.runTask(emptyBin)

    const left = await Ticket.of(team).onlyDeleted().all()
    assert.deepEqual(
      left.map(({ id }) => id),
      [recent.id],
    )
    assert.equal(await Comment.ofAnyone().count(), 0)
  })
})
