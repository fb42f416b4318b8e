import { c, Model } from 'tenon/models'

export class User extends Model('users', {
  id: c.id(),
  name: c.text(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().nullable().hidden(),
  verified_at: c.timestamp().nullable(),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}
