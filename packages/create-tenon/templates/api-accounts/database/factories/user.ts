import { hash } from 'tenon/auth'
import { factory } from 'tenon/factories'
import { User } from '../../app/models/user.ts'

/** The password of all users that the factory creates. */
export const password = 'correct horse battery'

let hashed: Promise<string> | undefined

export const users = factory(User, (n) => ({
  name: `User ${n}`,
  email: `user${n}@example.com`,
  // Hashed once, with the first user.
  password: () => (hashed ??= hash.make(password)),
  verified_at: new Date(),
}))
