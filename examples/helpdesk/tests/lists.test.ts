import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { SavedList } from '../app/models/saved-list.ts'
import { Ticket } from '../app/models/ticket.ts'
import { escalate } from '../app/tasks/escalate.ts'
import { tickets } from '../database/factories/ticket.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

describe('a decision about several tickets', () => {
  it('changes what it names, mails who is helped, and leaves other teams alone', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const mine = await tickets.createMany(2, { team_id: team.id, priority: 'high' })
    const foreign = await tickets.create()
    const keys = [...mine, foreign].map(({ id }) => id)

    const saved = await client.put(route('tickets.decide-all', { team: team.id }), {
      tickets: keys,
      status: 'solved',
      priority: '',
    })
    await app.runJobs()

    saved.assertStatus(303)
    const decided = await Promise.all(mine.map((ticket) => ticket.refresh()))
    assert.deepEqual(
      decided.map(({ status, priority, solved_on }) => [status, priority, solved_on?.length]),
      mine.map(() => ['solved', 'high', 'YYYY-MM-DD'.length]),
    )
    assert.equal((await foreign.refresh()).status, 'open')
    assert.equal(app.mails.of('Tickets/Solved').length, 2)
  })

  it('needs tickets', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)

    const refused = await client.put(route('tickets.decide-all', { team: team.id }), {
      tickets: [],
      status: 'solved',
    })
    // A form without a ticked checkbox sends nothing of it.
    const nothing = await client.put(route('tickets.decide-all', { team: team.id }), {
      status: 'solved',
    })

    refused.assertErrors({ tickets: 'Choose tickets' })
    nothing.assertErrors({ tickets: 'Choose tickets' })
  })
})

describe('a saved list', () => {
  it('belongs to the team, opens as it was and is removed', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const stranger = await member(app)
    const at = { team: team.id }

    const saved = await client.post(route('saved-lists.store', at), {
      name: 'Mine',
      assignee: 'me',
      order: 'due',
    })
    const again = await client.post(route('saved-lists.store', at), { name: 'mine' })
    const list = await SavedList.of(team).firstOrFail()
    const shown = await client.get(route('tickets.index', at))
    const foreign = await stranger.client.delete(
      route('saved-lists.destroy', { team: stranger.team.id, list: list.id }),
    )
    await client.delete(route('saved-lists.destroy', { ...at, list: list.id }))

    saved.assertRedirect(route('tickets.index', at, { assignee: 'me', search: '', order: 'due' }))
    again.assertErrors({ name: 'There is such a list already' })
    const filter = { assignee: 'me', search: '', order: 'due' }
    assert.deepEqual(shown.page('Tickets/Index').props.lists, [
      { id: list.id, name: 'Mine', filter },
    ])
    foreign.assertStatus(404)
    assert.equal(await SavedList.of(team).count(), 0)
  })
})

describe('the list as a file', () => {
  it('has every ticket of the filter, and nothing that a spreadsheet would run', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const of = { team_id: team.id, customer_name: 'Grace', customer_email: 'grace@example.com' }
    const calculated = await tickets.create({
      ...of,
      subject: '=1+1, "twice"',
      due_on: '2026-12-01',
    })
    await tickets.create({ ...of, status: 'solved' })
    await tickets.create()

    const file = await client.get(route('tickets.download', { team: team.id }, { status: 'open' }))

    file.assertHeader('content-type', 'text/csv; charset=utf-8')
    assert.deepEqual(file.text.split('\r\n'), [
      'id,subject,body,customer,email,status,priority,due,cost',
      `${calculated.id},"'=1+1, ""twice""",It does not work.,Grace,grace@example.com,open,normal,2026-12-01,`,
      '',
    ])
  })

  it('is whole when it is longer than what is read at once', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    await tickets.createMany(1201, { team_id: team.id })

    const file = await client.get(route('tickets.download', { team: team.id }))

    const keys = file.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    assert.equal(new Set(keys).size, 1201)
  })
})

it('the report counts the tickets of the team', async () => {
  await using app = await openApp()
  const { client, team, user } = await member(app)
  const of = { team_id: team.id }
  const today = new Date().toISOString().slice(0, 10)
  await tickets.create({ ...of, assignee_id: user.id })
  await tickets.create({ ...of, status: 'solved', solved_on: today, rating: 2 })
  await tickets.create({ ...of, status: 'solved', solved_on: today, rating: 5 })
  await tickets.create({ status: 'solved', solved_on: today, rating: 1 })

  const shown = await client.get(route('reports.show', { team: team.id }))

  const { statuses, days, loads, rating, ratings } = shown.page('Reports/Show').props
  const counts = new Map(statuses.map(({ status, count }) => [status, count]))
  assert.deepEqual([counts.get('open'), counts.get('solved')], [1, 2])
  assert.equal(days.length, 14)
  assert.equal(
    days.reduce((sum, { count }) => sum + count, 0),
    2,
  )
  assert.deepEqual(loads, [{ name: user.name, count: 1 }])
  assert.deepEqual([rating, ratings], [3.5, 2])
})

it('a ticket whose day has passed becomes urgent, and its assignee hears of it once', async () => {
  await using app = await openApp()
  const { team, user } = await member(app)
  const of = { team_id: team.id, assignee_id: user.id }
  const late = await tickets.create({ ...of, due_on: '2026-01-01' })
  await tickets.create({ ...of, due_on: '2026-01-01', status: 'solved' })
  await tickets.create({ ...of, due_on: '2126-01-01' })

  await app.runTask(escalate)
  await app.runTask(escalate)
  await app.runJobs()

  const urgent = await Ticket.of(team).where('priority', 'urgent').pluck('id')
  assert.deepEqual(urgent, [late.id])
  const mails = app.mails.of('Tickets/Overdue')
  assert.deepEqual(
    mails.map(({ to }) => to[0]?.address),
    [user.email],
  )
})
