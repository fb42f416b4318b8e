import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { clearHistory } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { providers } from '../../providers.ts'
import { LoginRequest } from '../../requests/account-requests.ts'

export const create = () => page('Accounts/Login', { providers: providers.available })

export const store = handler({ form: LoginRequest }).run(async ({ form }, request) => {
  const { email: login, password, remember } = form
  await auth.attempt(request, { login, password, remember: remember === 'on' })
  return redirect(await auth.destination(request))
})

export const destroy = async (request: HttpRequest) => {
  await auth.logout(request)
  clearHistory(request)
  return redirect(route('login.create'))
}
