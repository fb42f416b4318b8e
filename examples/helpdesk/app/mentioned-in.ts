import { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'
import { User } from './models/user.ts'

/** The members of a team whom a text mentions by their names, as in `@Grace Hopper`. */
export async function mentionedIn(text: string, team: Team): Promise<readonly User[]> {
  if (!text.includes('@')) return []
  const members = await User.where('id', 'in', Membership.of(team).select('user_id'))
    .limit(1000)
    .all()
  const said = text.toLowerCase()
  return members.filter(({ name }) => said.includes(`@${name.toLowerCase()}`))
}
