import type { Role } from '../resources/components/teams/roles.ts'
import { Membership } from './models/membership.ts'
import { Team } from './models/team.ts'
import type { User } from './models/user.ts'

/** A team of a user, with the role in it. */
export interface TeamOfUser {
  readonly id: number
  readonly name: string
  readonly role: Role
}

/** The teams of a user, sorted by name. The query spans all teams, so it needs `ofAnyone()`. */
export async function teamsOf(user: User): Promise<readonly TeamOfUser[]> {
  const memberships = await Membership.ofAnyone()
    .where('user_id', user.id)
    .with('team')
    .limit(1000)
    .all()
  return memberships
    .map(({ role, team }) => ({ id: team.id, name: team.name, role }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The same without the roles, in one statement, because every page of a team shows them. */
export function teamNamesOf(user: User) {
  const keys = Membership.ofAnyone().where('user_id', user.id).select('team_id')
  return Team.where('id', 'in', keys).orderBy('name').limit(1000).select('id', 'name').all()
}
