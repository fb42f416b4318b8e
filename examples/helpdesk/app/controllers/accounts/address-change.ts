import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { sendAddressChange } from '../../account-mails.ts'
import { auth } from '../../auth.ts'
import { EmailRequest, TokenRequest } from '../../requests/account-requests.ts'
import { addressChanged, confirmInBoth, confirmInOther } from '../../../resources/words/notices.ts'

export const create = handler({ user: auth.user }).run(({ user }) =>
  page('Settings/Address', { user }),
)

export const store = handler({ form: EmailRequest }).run(async ({ form }, request) => {
  await auth.links.requestAddressChange(request, form.email, sendAddressChange)
  flash(request, { notice: confirmInBoth() })
  return redirect(route('settings.show'))
})

export const edit = async (request: HttpRequest) => {
  const token = request.query.get('token') ?? ''
  const isValid = await auth.links.works('change', token)
  return page('Accounts/ChangeAddress', { token, isValid })
}

export const update = handler({ form: TokenRequest }).run(async ({ form }, request) => {
  const state = await auth.links.confirmAddress(request, form.token)
  const notice = state === 'changed' ? addressChanged() : confirmInOther()
  flash(request, { notice })
  return redirect(route('settings.show'))
})
