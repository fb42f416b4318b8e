import { handler, page } from 'tenon'
import { auth } from '../auth.ts'

export const show = handler({ user: auth.user }).run(async ({ user }, request) => {
  const logins = await auth.logins.list(request)
  return page('Home', { user, devices: logins.length })
})
