import { c, Model } from 'tenon/models'

/** Who owns the records of your application: see `Project` for one that belongs to a team. */
export class Team extends Model('teams', {
  id: c.id(),
  name: c.text({ max: 100 }),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}
