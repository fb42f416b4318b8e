import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auth } from '../app/auth.ts'
import { tokenAbilities } from '../resources/components/accounts/token-abilities.ts'
import { createMember, teams } from '../database/factories/team.ts'
import { tickets } from '../database/factories/ticket.ts'
import { openApp } from './open-app.ts'

it('the API answers as its document says', async () => {
  await using app = await openApp()
  const team = await teams.create()
  const user = await createMember(team)
  const ticket = await tickets.create({ team_id: team.id })
  const grant = { name: 'robot', abilities: tokenAbilities, expires: '1d' } as const
  const { text } = await auth.tokens.issue(user, grant)

  const findings = await app.checkContract({
    parameters: { team: team.id, ticket: ticket.id },
    headers: { authorization: `Bearer ${text}` },
  })

  assert.deepEqual(findings, [])
})
