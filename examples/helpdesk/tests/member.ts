import type { TestApp } from 'tenon/testing'
import { createMember, teams } from '../database/factories/team.ts'
import type { Role } from '../resources/components/teams/roles.ts'
import { logIn } from './log-in.ts'

/** A team with a member who is logged in. */
export async function member(app: TestApp, role: Role = 'member') {
  const team = await teams.create()
  const user = await createMember(team, role)
  return { team, user, client: await logIn(app, user) }
}
