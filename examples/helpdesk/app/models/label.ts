import { c, Model } from 'tenon/models'
import { hues } from '../../resources/components/tickets/choices.ts'
import { Team } from './team.ts'

/** A label that a team gives its tickets. Its name is unique within the team. */
export class Label extends Model('labels', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  name: c.text({ max: 40 }).unique({ caseInsensitive: true }),
  hue: c.enum(hues).default('blue'),
}) {}
