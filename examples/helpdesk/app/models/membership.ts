import { belongsTo, c, Model } from 'tenon/models'
import { roles } from '../../resources/components/teams/roles.ts'
import { Team } from './team.ts'
import { User } from './user.ts'

/** A user in a team. Unique indexes allow one membership per user and team, and one owner per team. */
export class Membership extends Model('memberships', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  // No cascade, so that no code can delete an account that owns a team.
  user_id: c.integer().references('users.id').index(),
  role: c.enum(roles),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
  static readonly user = belongsTo(() => User, 'user_id')
}
