import { handler } from 'tenon'
import { auth } from '../../auth.ts'
import { User } from '../../models/user.ts'
import { ProfileRequest } from '../../requests/account-requests.ts'

/** The user of the token. */
export const show = handler({ user: auth.user })
  .answers(User)
  .run(({ user }) => user)

export const update = handler({ user: auth.user, form: ProfileRequest })
  .answers(User)
  .run(({ user, form }) => user.update({ name: form.name }))
