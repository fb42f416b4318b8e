import { redirect, route, type HttpRequest } from 'tenon'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'

export const destroy = async (request: HttpRequest) => {
  await auth.logins.end(request, request.param('login') ?? '')
  flash(request, { notice: 'That browser is logged out.' })
  return redirect(route('settings.show'))
}

export const destroyOthers = async (request: HttpRequest) => {
  await auth.logins.endOthers(request)
  flash(request, { notice: 'All other browsers are logged out.' })
  return redirect(route('settings.show'))
}
