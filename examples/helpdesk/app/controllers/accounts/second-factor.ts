import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { auth } from '../../auth.ts'
import { CodeRequest } from '../../requests/account-requests.ts'

/** Users with a second factor are sent here after the password. */
export const create = async (request: HttpRequest) =>
  (await auth.secondFactor.isPending(request))
    ? page('Accounts/SecondFactor')
    : redirect(route('login.create'))

export const store = handler({ form: CodeRequest }).run(async ({ form }, request) => {
  await auth.secondFactor.verify(request, form.code)
  return redirect(await auth.destination(request))
})
