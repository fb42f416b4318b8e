import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { CodeRequest } from '../../requests/account-requests.ts'
import { twoFactorOff } from '../../../resources/words/notices.ts'

export const create = async (request: HttpRequest) => {
  const { isEnabled } = await auth.secondFactor.state(request)
  if (isEnabled) return redirect(route('security.show'))
  const { svg, secret } = await auth.secondFactor.enroll(request)
  return page('Settings/TwoFactor', { svg, secret })
}

/** Responds with a page instead of a redirect, because the codes are not stored in plain text. */
export const store = handler({ form: CodeRequest }).run(async ({ form }, request) => {
  const codes = await auth.secondFactor.confirm(request, form.code)
  return page('Settings/RecoveryCodes', { codes, isNew: true })
})

export const edit = async (request: HttpRequest) => {
  const { isEnabled, recoveryCodes } = await auth.secondFactor.state(request)
  if (!isEnabled) return redirect(route('security.show'))
  return page('Settings/NewRecoveryCodes', { left: recoveryCodes })
}

export const update = async (request: HttpRequest) => {
  const codes = await auth.secondFactor.replaceRecoveryCodes(request)
  return page('Settings/RecoveryCodes', { codes, isNew: false })
}

export const remove = () => page('Settings/TurnOffTwoFactor')

export const destroy = async (request: HttpRequest) => {
  await auth.secondFactor.disable(request)
  flash(request, { notice: twoFactorOff() })
  return redirect(route('security.show'))
}
