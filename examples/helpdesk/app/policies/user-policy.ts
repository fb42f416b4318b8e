import { deny, policy } from 'tenon/auth'
import { auth } from '../auth.ts'
import { User } from '../models/user.ts'

/** What users may do with their own account. */
export const UserPolicy = policy(auth, User, {
  // The owner of the old address has to confirm the change by mail.
  changeAddress: (user) => user.verified_at !== null || deny('Verify your address first'),
})
