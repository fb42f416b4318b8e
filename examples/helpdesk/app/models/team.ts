import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { Field } from '../fields.ts'

/** Who answers tickets, and owns them. */
export class Team extends Model('teams', {
  id: c.id(),
  name: c.text({ max: 100 }),
  /** Every page of the team reads them with it. */
  fields: c.json(z.array(Field)).default([]),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}
