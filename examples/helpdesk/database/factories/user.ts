import { hash } from 'tenon/auth'
import { factory } from 'tenon/factories'
import { User } from '../../app/models/user.ts'

/** The password of all users that the factory creates. */
export const password = 'correct horse battery'

const hashed = hash.make(password)

export const users = factory(
  User,
  (n) => ({
    name: `User ${n}`,
    email: `user${n}@example.com`,
    password: () => hashed,
    verified_at: new Date(),
  }),
  { unverified: { verified_at: null } },
)
