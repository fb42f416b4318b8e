import { transaction } from 'tenon/database'
import { Membership } from './models/membership.ts'
import { Team } from './models/team.ts'
import type { User } from './models/user.ts'

/** Creates a team with a user as its owner, in one transaction: every team has an owner. */
export function foundTeam(name: string, user: User): Promise<Team> {
  return transaction(async () => {
    const team = await Team.create({ name })
    await Membership.of(team).create({ user_id: user.id, role: 'owner' })
    return team
  })
}
