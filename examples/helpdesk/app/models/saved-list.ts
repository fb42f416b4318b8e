import { c, Model } from 'tenon/models'
import { SavedFilter } from '../requests/ticket-filter.ts'
import { Team } from './team.ts'

/** A filter for tickets that a team has saved under a name. */
export class SavedList extends Model('saved_lists', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  name: c.text({ max: 60 }).unique({ caseInsensitive: true }),
  filter: c.json(SavedFilter),
}) {}
