import { handler, page, redirect, route } from 'tenon'
import { flash } from 'tenon/pages'
import { sendVerification } from '../../account-mails.ts'
import { auth } from '../../auth.ts'
import { TokenRequest } from '../../requests/account-requests.ts'
import {
  addressVerified,
  mailSent,
  mailsSent,
  verifiedAlready,
} from '../../../resources/words/notices.ts'

/** `auth.verified` sends users here if their address is not verified. */
export const create = handler({ user: auth.user }).run(async ({ user }, request) =>
  user.verified_at === null
    ? page('Accounts/VerifyFirst', { user })
    : redirect(await auth.destination(request)),
)

export const store = handler({ user: auth.user }).run(async ({ user }, request) => {
  if (user.verified_at !== null) return redirect(route('verification.create'))
  const isSent = await auth.links.mayMail(user.email, 'verification')
  if (isSent) await sendVerification(user)
  const notice = isSent ? mailSent() : mailsSent()
  flash(request, { notice })
  return redirect(route('verification.create'))
})

/** Shows a button instead of using the token at once: mail scanners open links, and would use it up. */
export const edit = handler({ user: auth.optionalUser }).run(async ({ user }, request) => {
  const token = request.query.get('token') ?? ''
  const isValid = await auth.links.works('verify', token)
  if (!isValid && user !== null && user.verified_at !== null) {
    flash(request, { notice: verifiedAlready() })
    return redirect(await auth.destination(request))
  }
  return page('Accounts/VerifyAddress', { token, isValid, isWaiting: user !== null })
})

export const update = handler({ form: TokenRequest }).run(async ({ form }, request) => {
  await auth.links.verify(request, form.token)
  flash(request, { notice: addressVerified() })
  return redirect(await auth.destination(request))
})
