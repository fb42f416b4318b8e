import { factory } from 'tenon/factories'
import type { Role } from '../../resources/components/teams/roles.ts'
import { Membership } from '../../app/models/membership.ts'
import { Team } from '../../app/models/team.ts'
import type { User } from '../../app/models/user.ts'
import { users } from './user.ts'

export const teams = factory(Team, (n) => ({ name: `Team ${n}` }))

/** Creates a user with a role in a team. */
export async function createMember(team: Team, role: Role = 'member'): Promise<User> {
  const user = await users.create()
  await Membership.of(team).create({ user_id: user.id, role })
  return user
}
