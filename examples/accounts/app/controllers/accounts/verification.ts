import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { sendVerification } from '../../account-mails.ts'
import { auth } from '../../auth.ts'
import { TokenRequest } from '../../requests/account-requests.ts'

/** Users whose address is not verified are sent here by `auth.verified`. */
export const create = handler({ user: auth.user }).run(async ({ user }, request) =>
  user.verified_at === null
    ? page('Accounts/VerifyFirst', { user })
    : redirect(await auth.destination(request)),
)

export const store = handler({ user: auth.user }).run(async ({ user }, request) => {
  if (user.verified_at === null) await sendVerification(user)
  flash(request, { notice: 'We have sent you another mail.' })
  return redirect(route('verification.create'))
})

/** A page with a button: programs that check mails open links, and would use up the token. */
export const edit = (request: HttpRequest) =>
  page('Accounts/VerifyAddress', { token: request.query.get('token') ?? '' })

export const update = handler({ form: TokenRequest }).run(async ({ form }, request) => {
  await auth.links.verify(request, form.token)
  flash(request, { notice: 'Your address is verified.' })
  return redirect(await auth.destination(request))
})
