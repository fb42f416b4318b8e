import { c, Model } from 'tenon/models'
import { roles } from '../../resources/components/teams/roles.ts'
import { Team } from './team.ts'

/** An address that may join a team, once. Its key is random: a new one never gets the key of an old one. */
export class Invitation extends Model('invitations', {
  id: c.uuidId(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  inviter_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
  email: c.text(),
  role: c.enum(roles),
  expires_at: c.timestamp(),
}) {}
