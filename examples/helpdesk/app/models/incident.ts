import { c, Model } from 'tenon/models'
import { Team } from './team.ts'

/** Something that does not work, or did not. The team's status page shows it to everybody. */
export class Incident extends Model('incidents', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  title: c.text({ max: 200 }),
  body: c.text({ max: 2000 }),
  created_at: c.timestamp().onCreate(() => new Date()),
  /** `null` until it works again. */
  ended_at: c.timestamp().nullable(),
}) {}
