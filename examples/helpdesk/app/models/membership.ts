import { belongsTo, c, Model } from 'tenon/models'
import { roles } from '../../resources/components/teams/roles.ts'
import { Team } from './team.ts'
import { User } from './user.ts'

/** A user in a team. The database admits one for each user and team, and one owner for each team. */
export class Membership extends Model('memberships', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  // Without a cascade: an account that owns a team cannot be deleted, by whichever way.
  user_id: c.integer().references('users.id').index(),
  role: c.enum(roles),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
  static readonly user = belongsTo(() => User, 'user_id')
}
