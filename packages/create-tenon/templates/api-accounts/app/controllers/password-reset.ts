import { handler } from 'tenon'
import { sendPasswordReset } from '../account-mails.ts'
import { auth } from '../auth.ts'
import { EmailRequest, PasswordResetRequest } from '../requests/account-requests.ts'

/** The response is the same without an account: only the owner of the address learns whether there is one. */
export const request = handler({ form: EmailRequest })
  .answers({ 204: null })
  .run(async ({ form }, request) => {
    await auth.links.requestReset(request, form.email, sendPasswordReset)
    return null
  })

/** Ends all tokens: somebody who knew the old password may have got one. */
export const update = handler({ form: PasswordResetRequest })
  .answers({ 204: null })
  .run(async ({ form: { token, password } }, request) => {
    await auth.links.resetPassword(request, { token, password, revokeTokens: true })
    return null
  })
