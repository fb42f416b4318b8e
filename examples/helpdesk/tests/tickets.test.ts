import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { Label } from '../app/models/label.ts'
import { Membership } from '../app/models/membership.ts'
import { Comment, Ticket } from '../app/models/ticket.ts'
import { escalate } from '../app/tasks/escalate.ts'
import { createMember, teams } from '../database/factories/team.ts'
import { labels, tickets } from '../database/factories/ticket.ts'
import { logIn } from './log-in.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const triage = { status: 'open', priority: 'normal', assignee_id: '', due_on: '' }

describe('tickets', () => {
  it('are listed for their team, the last changed first, a page at a time', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    await tickets.createMany(26, { team_id: team.id })
    await tickets.create({ subject: 'Of another team' })

    const first = await client.get(route('tickets.index', { team: team.id }))
    const { nextCursor } = first.page('Tickets/Index').props.tickets
    assert.ok(nextCursor)
    const second = await client.get(
      route('tickets.index', { team: team.id }, { cursor: nextCursor }),
    )

    assert.equal(first.page('Tickets/Index').props.tickets.data.length, 25)
    assert.equal(second.page('Tickets/Index').props.tickets.data.length, 1)
    assert.equal(second.page('Tickets/Index').props.tickets.nextCursor, null)
  })

  it('are found by status, assignee, label and words; nonsense counts as none', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const label = await labels.create({ team_id: team.id })
    const of = { team_id: team.id }
    const mine = await tickets.create({ ...of, subject: 'Printer', assignee_id: user.id })
    const solved = await tickets.create({ ...of, subject: 'Screen', status: 'solved' })
    await solved.attach(Ticket.labels, [label.id])
    const found = async (filter: Record<string, string | number>) => {
      const list = await client.get(route('tickets.index', { team: team.id }, filter))
      return list
        .page('Tickets/Index')
        .props.tickets.data.map(({ id }) => id)
        .toSorted((one, other) => one - other)
    }

    assert.deepEqual(await found({ status: 'solved' }), [solved.id])
    assert.deepEqual(await found({ assignee: 'me' }), [mine.id])
    assert.deepEqual(await found({ assignee: 'nobody' }), [solved.id])
    assert.deepEqual(await found({ label: label.id }), [solved.id])
    assert.deepEqual(await found({ search: 'PRINT' }), [mine.id])
    assert.deepEqual(await found({ status: 'x', label: 'x', assignee: 'x' }), [mine.id, solved.id])
  })

  it('are added, decided about and deleted', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app, 'admin')
    const label = await labels.create({ team_id: team.id })

    await client.post(route('tickets.store', { team: team.id }), {
      subject: 'Printer',
      body: 'It burns.',
      customer_name: 'Grace',
      customer_email: 'Grace@Example.com',
      priority: 'urgent',
    })
    const ticket = await Ticket.of(team).firstOrFail()
    const at = { team: team.id, ticket: ticket.id }
    const saved = await client.put(route('tickets.update', at), {
      status: 'solved',
      priority: 'low',
      assignee_id: user.id,
      due_on: '2026-12-01',
      labels: [label.id],
    })
    saved.assertRedirect(route('tickets.show', at))
    const shown = await client.get(route('tickets.show', at))
    const gone = await client.delete(route('tickets.destroy', at))

    shown.assertPage('Tickets/Show', {
      ticket: {
        id: ticket.id,
        subject: 'Printer',
        body: 'It burns.',
        created_at: ticket.created_at.toISOString(),
        customer_name: 'Grace',
        customer_email: 'grace@example.com',
        status: 'solved',
        priority: 'low',
        due_on: '2026-12-01',
        cost: null,
        fields: {},
        rating: null,
        is_muted: false,
        assignee_id: user.id,
        labels: [{ id: label.id, name: label.name, hue: 'blue' }],
      },
    })
    gone.assertRedirect(route('tickets.index', { team: team.id }))
    assert.equal(await Ticket.of(team).count(), 0)
  })

  it('take no assignee and no label of another team', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })
    const stranger = await createMember(await teams.create())
    const label = await labels.create()
    const url = route('tickets.update', { team: team.id, ticket: ticket.id })

    const refused = await client.put(url, {
      ...triage,
      assignee_id: stranger.id,
      labels: [label.id],
    })

    refused.assertErrors({
      assignee_id: 'Choose a member of the team',
      'labels.0': 'Choose labels of the team',
    })
  })

  it('show who decided what', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }

    await client.put(route('tickets.update', at), { ...triage, status: 'solved' })
    const shown = await client.get(route('tickets.show', at))

    const [decided, added] = shown.page('Tickets/Show').props.history
    assert.deepEqual([decided?.by, decided?.status], [user.id, { from: 'open', to: 'solved' }])
    assert.deepEqual([added?.by, added?.action], [null, 'created'])
  })

  it('show who else looks at them and who writes, to members only', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }
    const path = route('tickets.channel', at)
    const stranger = await member(app)

    await using channel = await client.channel(path)
    const others = await stranger.client.get(path)
    await client.post(route('tickets.write', at))

    assert.deepEqual(await channel.messages(), [{ writes: user.id }])
    assert.deepEqual(await channel.members(), [{ id: user.id, name: user.name }])
    others.assertStatus(404)
  })

  it('say nothing more to a member who was removed while looking at one', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }
    const owner = await logIn(app, await createMember(team, 'owner'))
    await using channel = await client.channel(route('tickets.channel', at))
    const { id } = await Membership.of(team).where('user_id', user.id).firstOrFail()

    await owner.delete(route('members.destroy', { team: team.id, membership: id }))
    await owner.post(route('tickets.write', at))

    assert.ok(await channel.hasEnded())
    assert.deepEqual(await channel.messages(), [])
  })

  it('are deleted by administrators only', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })

    const refused = await client.delete(
      route('tickets.destroy', { team: team.id, ticket: ticket.id }),
    )

    refused.assertStatus(403)
  })
})

describe('an answer', () => {
  it('is mailed to the customer, and the ticket waits for them', async () => {
    await using app = await openApp()
    const { client, team, user } = await member(app)
    const ticket = await tickets.create({
      team_id: team.id,
      status: 'solved',
      solved_on: '2026-11-01',
    })

    await client.post(route('comments.store', { team: team.id, ticket: ticket.id }), {
      body: 'Turn it off and on.',
    })
    await app.runJobs()

    const [mail] = app.mails.of('Tickets/Answer')
    assert.equal(mail?.to[0]?.address, ticket.customer_email)
    assert.match(mail.text, /Turn it off and on\./)
    const [comment] = await Comment.of(ticket).all()
    assert.deepEqual([comment?.author_id, comment?.is_internal], [user.id, false])
    const { status, solved_on } = await Ticket.of(team).findOrFail(ticket.id)
    assert.deepEqual([status, solved_on], ['waiting', null])
  })

  it('that is a note reaches nobody else, as the form sends it without a file', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const ticket = await tickets.create({ team_id: team.id })

    const sent = await client.post(route('comments.store', { team: team.id, ticket: ticket.id }), {
      body: 'They have called twice.',
      is_internal: 'true',
    })
    await app.runJobs()

    sent.assertRedirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
    assert.deepEqual(await Comment.of(ticket).pluck('is_internal'), [true])
    assert.deepEqual(app.mails.of('Tickets/Answer'), [])
    assert.equal((await Ticket.of(team).findOrFail(ticket.id)).status, 'open')
  })
})

describe('an answer to a customer who wants no more mails', () => {
  it('is not said to be sent', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const ticket = await tickets.create({ team_id: team.id, is_muted: true })
    const at = { team: team.id, ticket: ticket.id }

    await client.post(route('comments.store', at), { body: 'Nobody reads this.' })
    const shown = await client.get(route('tickets.show', at))

    assert.deepEqual(shown.page('Tickets/Show').props.ticket.is_muted, true)
    assert.match(shown.text, /The answer is added\. The customer gets no mail about it\./)
  })
})

describe('a member who leaves the team', () => {
  for (const how of ['leaves', 'is removed'] as const) {
    it(`keeps none of its tickets, and hears no more of them: ${how}`, async () => {
      await using app = await openApp()
      const { client, team, user } = await member(app)
      const elsewhere = await teams.create()
      await Membership.of(elsewhere).create({ user_id: user.id, role: 'member' })
      const owner = await logIn(app, await createMember(team, 'owner'))
      const of = { team_id: team.id, assignee_id: user.id, due_on: '2026-01-01' }
      const [open, deleted] = [await tickets.create(of), await tickets.create(of)]
      await deleted.delete()
      const other = await tickets.create({ assignee_id: user.id, team_id: elsewhere.id })
      const { id: membership } = await Membership.of(team).where('user_id', user.id).firstOrFail()

      const ended =
        how === 'leaves'
          ? await client.delete(route('members.leave', { team: team.id }))
          : await owner.delete(route('members.destroy', { team: team.id, membership }))
      await app.runTask(escalate)
      await app.runJobs()

      ended.assertStatus(303)
      const assigned = await Ticket.ofAnyone()
        .withDeleted()
        .where('assignee_id', user.id)
        .pluck('id')
      assert.deepEqual(assigned, [other.id])
      assert.equal((await open.refresh()).priority, 'urgent')
      assert.deepEqual(app.mails.of('Tickets/Overdue'), [])
    })
  }

  it('hears nothing of a ticket that is assigned to them all the same', async () => {
    await using app = await openApp()
    const { team } = await member(app)
    const { user: stranger } = await member(app)
    const of = { team_id: team.id, assignee_id: stranger.id }
    const late = await tickets.create({ ...of, due_on: '2026-01-01' })

    await app.runTask(escalate)
    await app.runJobs()

    assert.equal((await late.refresh()).priority, 'urgent')
    assert.deepEqual(app.mails.of('Tickets/Overdue'), [])
  })
})

describe('labels', () => {
  it('have a name once in a team, whatever its case, and again in another team', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    await labels.create({ name: 'Bug' })
    const add = (name: string) =>
      client.post(route('labels.store', { team: team.id }), { name, hue: 'red' })

    const first = await add('Bug')
    const second = await add('bug')

    first.assertRedirect(route('labels.index', { team: team.id }))
    second.assertErrors({ name: 'There is such a label already' })
    assert.equal(await Label.of(team).count(), 1)
  })

  it('are changed by administrators only', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const label = await labels.create({ team_id: team.id })

    const added = await client.post(route('labels.store', { team: team.id }), {
      name: 'x',
      hue: 'red',
    })
    const removed = await client.delete(route('labels.destroy', { team: team.id, label: label.id }))

    added.assertStatus(403)
    removed.assertStatus(403)
  })
})
