import { c, Model } from 'tenon/models'

export class User extends Model(
  'users',
  {
    id: c.id(),
    name: c.text().personal(),
    email: c.text().unique({ caseInsensitive: true }).personal(),
    password: c.text().hidden(),
    verified_at: c.timestamp().nullable(),
    created_at: c.timestamp().onCreate(() => new Date()),
  },
  { onErase: 'delete' },
) {}
