import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { sendPasswordReset } from '../../account-mails.ts'
import { auth } from '../../auth.ts'
import { EmailRequest, PasswordResetRequest } from '../../requests/account-requests.ts'
import { passwordReset } from '../../../resources/words/notices.ts'

export const create = () => page('Accounts/ForgotPassword')

export const store = handler({ form: EmailRequest }).run(async ({ form }, request) => {
  await auth.links.requestReset(request, form.email, sendPasswordReset)
  return redirect(route('password-reset.sent'))
})

export const sent = () => page('Accounts/CheckMail', { reason: 'reset' })

export const edit = async (request: HttpRequest) => {
  const token = request.query.get('token') ?? ''
  const isValid = await auth.links.works('reset', token)
  return page('Accounts/ResetPassword', { token, isValid })
}

export const update = handler({ form: PasswordResetRequest }).run(async ({ form }, request) => {
  const { token, password, revoke_tokens } = form
  const revokeTokens = revoke_tokens === 'on'
  await auth.links.resetPassword(request, { token, password, revokeTokens })
  flash(request, { notice: passwordReset() })
  return redirect(route('login.create'))
})
