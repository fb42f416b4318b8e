import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import type { TestApp, TestClient } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { Comment, Ticket } from '../app/models/ticket.ts'
import { createMember, teams } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import type { TokenAbility } from '../resources/components/accounts/token-abilities.ts'
import { openApp } from './open-app.ts'

const request = {
  subject: 'Printer',
  body: 'It burns.',
  customer_name: 'Grace',
  customer_email: 'grace@example.com',
  priority: 'urgent',
}

describe('a program with a token', () => {
  it('adds, lists and shows tickets of the team', async () => {
    await using app = await openApp()
    const { client, team } = await program(app, ['tickets:read', 'tickets:write'])

    const added = await client.post(route('api.tickets.store', { team: team.id }), request)
    const listed = await client.get(route('api.tickets.index', { team: team.id }))
    const ticket = await Ticket.of(team).firstOrFail()
    const shown = await client.get(route('api.tickets.show', { team: team.id, ticket: ticket.id }))

    added.assertStatus(201)
    listed.assertStatus(200)
    assert.match(listed.text, /"subject":"Printer".*"nextCursor":null/)
    assert.match(shown.text, /"customer_email":"grace@example.com".*"comments":\[\]/)
  })

  it('answers the customer', async () => {
    await using app = await openApp()
    const { client, team } = await program(app, ['tickets:write'])
    const ticket = await tickets.create({ team_id: team.id })
    const at = { team: team.id, ticket: ticket.id }

    const answered = await client.post(route('api.tickets.comment', at), { body: 'Try again.' })
    await app.runJobs()

    answered.assertStatus(201)
    assert.equal(await Comment.of(ticket).count(), 1)
    assert.equal(app.mails.of('Tickets/Answer')[0]?.to[0]?.address, ticket.customer_email)
  })

  it('that may only read adds nothing, and sees no other team', async () => {
    await using app = await openApp()
    const { client, team } = await program(app, ['tickets:read'])
    const ticket = await tickets.create()
    const { team_id } = ticket

    const written = await client.post(route('api.tickets.store', { team: team.id }), request)
    const foreign = await client.get(
      route('api.tickets.show', { team: team_id, ticket: ticket.id }),
    )
    const moved = await client.get(route('api.tickets.show', { team: team.id, ticket: ticket.id }))

    written.assertStatus(403)
    foreign.assertStatus(404)
    moved.assertStatus(404)
  })

  it('is told which field is wrong, and how long to wait', async () => {
    await using app = await openApp()
    const { client, team } = await program(app, ['tickets:write'])
    const url = route('api.tickets.store', { team: team.id })

    const refused = await client.post(url, { ...request, customer_email: 'nobody' })
    // Some are given back while the requests are sent.
    let limited = refused
    for (let i = 0; i < 1000 && limited.status !== 429; i += 1) limited = await client.post(url, {})

    refused.assertErrors({ customer_email: 'Enter an email address, such as ada@example.com' })
    limited.assertStatus(429)
    assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/)
  })
})

describe('an agent', () => {
  it('has a tool for each route of the API, and adds a ticket with one', async () => {
    await using app = await openApp()
    const { client, team } = await program(app, ['tickets:write'])

    const { tools } = await ask(client, 'tools/list', {})
    const { isError } = await ask(client, 'tools/call', {
      name: 'api_tickets_store',
      arguments: { team: team.id, ...request },
    })

    assert.deepEqual(tools?.map(({ name }) => name).toSorted(), [
      'api_fields_index',
      'api_tickets_comment',
      'api_tickets_index',
      'api_tickets_show',
      'api_tickets_store',
      'api_tickets_update',
    ])
    assert.notEqual(isError, true)
    assert.equal((await Ticket.of(team).firstOrFail()).subject, 'Printer')
  })
})

interface ToolAnswer {
  readonly tools?: readonly { readonly name: string }[]
  readonly isError?: boolean
}

/** Asks as the protocol of agents does. */
async function ask(client: TestClient, method: string, params: object): Promise<ToolAnswer> {
  const answer = await client.send('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  answer.assertStatus(200)
  return JSON.parse(answer.text.replace(/^[^]*?(?=\{)/, '')).result
}

/** A member of a team, and a program that has a token of theirs. */
async function program(app: TestApp, abilities: readonly TokenAbility[]) {
  const team = await teams.create()
  const user = await createMember(team)
  const { text } = await auth.tokens.issue(user, { name: 'robot', abilities, expires: '1d' })
  return { team, client: app.as('json', { headers: { authorization: `Bearer ${text}` } }) }
}
