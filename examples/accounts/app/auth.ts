import { accounts } from 'tenon/auth'
import { User } from './models/user.ts'

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  verifiedAt: 'verified_at',
  messages: { wrong: 'The address or the password is wrong' },
})
