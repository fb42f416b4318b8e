import { c, Model } from 'tenon/models'

export class User extends Model(
  'users',
  {
    id: c.id(),
    name: c.text().personal(),
    email: c.text().unique({ caseInsensitive: true }).personal(),
    password: c.text().nullable().hidden(),
    /** The language that the user registered in or chose. If it is `null`, that of the browser applies. */
    language: c.text().nullable(),
    time_zone: c.text().nullable(),
    verified_at: c.timestamp().nullable(),
    created_at: c.timestamp().onCreate(() => new Date()),
  },
  { onErase: 'delete' },
) {}
