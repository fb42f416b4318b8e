import { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'
import { User } from './models/user.ts'
import { PersonView } from './views.ts'

/** The members of a team, sorted by name, to whom a ticket can be assigned. */
export function peopleOf(team: Team) {
  return User.where('id', 'in', Membership.of(team).select('user_id'))
    .orderBy('name')
    .limit(1000)
    .select(PersonView)
    .all()
}
