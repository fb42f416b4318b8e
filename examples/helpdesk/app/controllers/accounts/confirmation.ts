import { handler, page, redirect } from 'tenon'
import { auth } from '../../auth.ts'
import { listConnected } from './connected-providers.ts'
import { ConfirmationRequest } from '../../requests/account-requests.ts'

/** Users who have not proved for a while who they are are sent here by `auth.confirmed`. */
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
