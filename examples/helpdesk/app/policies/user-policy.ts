import { deny, policy } from 'tenon/auth'
import { auth } from '../auth.ts'
import { User } from '../models/user.ts'

/** What users may do with their own account. */
export const UserPolicy = policy(auth, User, {
  // The change is confirmed by a mail to the old address.
  changeAddress: (user) => user.verified_at !== null || deny('Verify your address first'),
})
