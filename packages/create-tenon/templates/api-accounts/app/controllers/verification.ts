import { handler } from 'tenon'
import { TooManyRequests } from 'tenon/errors'
import { sendVerification } from '../account-mails.ts'
import { auth } from '../auth.ts'
import { TokenRequest } from '../requests/account-requests.ts'

/**
 * Verifies an address. A request with a token of the user keeps it. Otherwise all tokens of the user end, because
 * somebody else may have registered the address.
 */
export const verify = handler({ form: TokenRequest, user: auth.tokens.optionalUser })
  .answers({ 204: null })
  .run(async ({ form }, request) => {
    await auth.links.verify(request, form.token)
    return null
  })

/** Sends the mail again, unless the address is verified already. */
export const resend = handler({ user: auth.user })
  .answers({ 204: null })
  .run(async ({ user }) => {
    if (user.verified_at !== null) return null
    if (!(await auth.links.mayMail(user.email, 'verification'))) throw new TooManyRequests(180)
    await sendVerification(user)
    return null
  })
