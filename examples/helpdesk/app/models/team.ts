import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { Field } from '../fields.ts'

/** A team answers tickets, and owns them. */
export class Team extends Model('teams', {
  id: c.id(),
  name: c.text({ max: 100 }),
  /** Stored with the team, which every page loads anyway. */
  fields: c.json(z.array(Field)).default([]),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}
