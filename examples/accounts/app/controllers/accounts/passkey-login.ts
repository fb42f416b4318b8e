import { handler, json, redirect, type HttpRequest } from 'tenon'
import { auth, keys } from '../../auth.ts'
import { PasskeyLoginRequest } from '../../requests/account-requests.ts'

/** Returns the challenge for `navigator.credentials.get()`, which the browser signs. */
export const challenge = async (request: HttpRequest) => json(await keys.beginLogin(request))

export const store = handler({ form: PasskeyLoginRequest }).run(async ({ form }, request) => {
  await keys.finishLogin(request, form.passkey)
  return redirect(await auth.destination(request))
})
