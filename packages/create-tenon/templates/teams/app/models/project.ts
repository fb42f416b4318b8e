import { belongsTo, c, Model } from 'tenon/models'
import { Team } from './team.ts'
import { User } from './user.ts'

/** An example of a record that belongs to a team: `Project.of(team)` never finds projects of another team. */
export class Project extends Model('projects', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' })
    .index(),
  creator_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
  name: c.text({ max: 100 }),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static readonly creator = belongsTo(() => User, 'creator_id')
}
