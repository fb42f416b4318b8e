import { redirect, route, type HttpRequest } from 'tenon'
import { OAuthFailed } from 'tenon/auth/oauth'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { providers } from '../../providers.ts'
import { connected, disconnected } from '../../../resources/words/notices.ts'

export const login = (request: HttpRequest) =>
  orExplain(request, async () =>
    redirect.external(await providers.beginLogin(request, nameOf(request))),
  )

export const connect = (request: HttpRequest) =>
  orExplain(request, async () =>
    redirect.external(await providers.beginConnect(request, nameOf(request))),
  )

export const confirm = (request: HttpRequest) =>
  orExplain(request, async () =>
    redirect.external(await providers.beginConfirmation(request, nameOf(request))),
  )

/** Providers redirect the browser here after a login, a confirmation or a connection. */
export const callback = (request: HttpRequest) =>
  orExplain(request, async () => {
    const { purpose } = await providers.finish(request)
    if (purpose !== 'connect') return redirect(await auth.destination(request))
    flash(request, { notice: connected() })
    return redirect(route('settings.show'))
  })

/** For providers that answer with a form, as Apple does. */
export const form = async (request: HttpRequest) => redirect(await providers.receiveForm(request))

export const disconnect = async (request: HttpRequest) => {
  await providers.remove(request, request.param('identity') ?? '')
  flash(request, { notice: disconnected() })
  return redirect(route('settings.show'))
}

/** If the work fails at the provider, redirects and shows the reason on the next page. */
async function orExplain<Reply>(request: HttpRequest, work: () => Promise<Reply>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthFailed)) throw error
    flash(request, { notice: error.message })
    const user = await auth.current(request)
    return redirect(route(user === null ? 'login.create' : 'settings.show'))
  }
}

function nameOf(request: HttpRequest): string {
  return request.param('provider') ?? ''
}
