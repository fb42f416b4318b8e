import { handler, json, page, redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { keys } from '../../auth.ts'
import { PasskeyRequest } from '../../requests/account-requests.ts'
import { passkeyAdded, passkeyRemoved } from '../../../resources/words/notices.ts'

export const create = () => page('Settings/AddPasskey')

/** Returns the challenge for `navigator.credentials.create()`, which the browser signs. */
export const challenge = async (request: HttpRequest) => json(await keys.beginRegistration(request))

export const store = handler({ form: PasskeyRequest }).run(async ({ form }, request) => {
  await keys.finishRegistration(request, { name: form.name, response: form.passkey })
  flash(request, { notice: passkeyAdded() })
  return redirect(route('security.show'))
})

export const destroy = async (request: HttpRequest) => {
  await keys.remove(request, request.param('passkey') ?? '')
  flash(request, { notice: passkeyRemoved() })
  return redirect(route('security.show'))
}
