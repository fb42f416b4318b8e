import { redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { browserLoggedOut, othersLoggedOut } from '../../../resources/words/notices.ts'

export const destroy = async (request: HttpRequest) => {
  await auth.logins.end(request, request.param('login') ?? '')
  flash(request, { notice: browserLoggedOut() })
  return redirect(route('settings.show'))
}

export const destroyOthers = async (request: HttpRequest) => {
  await auth.logins.endOthers(request)
  flash(request, { notice: othersLoggedOut() })
  return redirect(route('settings.show'))
}
