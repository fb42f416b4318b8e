import { c, Model } from 'tenon/models'

/** A team owns the records of your application. See `Project` for an example. */
export class Team extends Model('teams', {
  id: c.id(),
  name: c.text({ max: 100 }),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}
