import { handler, page, redirect } from 'tenon'
import { auth } from '../../auth.ts'
import { listConnected } from './connected-providers.ts'
import { ConfirmationRequest } from '../../requests/account-requests.ts'

/** `auth.confirmed` sends users here if they have not confirmed for a while that it is them. */
export const create = handler({ user: auth.user }).run(async ({ user }, request) =>
  page('Accounts/ConfirmPassword', {
    user,
    hasPassword: user.password !== null,
    providers: await listConnected(request),
  }),
)

export const store = handler({ form: ConfirmationRequest }).run(async ({ form }, request) => {
  await auth.confirm(request, form.password)
  return redirect(await auth.destination(request))
})
