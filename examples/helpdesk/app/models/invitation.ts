import { c, Model } from 'tenon/models'
import { roles } from '../../resources/components/teams/roles.ts'
import { Team } from './team.ts'

/** Allows an email address to join a team, once. Its key is random, so a new invitation never reuses an old key. */
export class Invitation extends Model(
  'invitations',
  {
    id: c.uuidId(),
    team_id: c
      .integer()
      .owner(() => Team)
      .references('teams.id', { onDelete: 'cascade' }),
    inviter_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
    email: c.text().personal({ of: 'users.email' }),
    role: c.enum(roles),
    expires_at: c.timestamp(),
  },
  { onErase: 'delete' },
) {}
