import type { Middleware } from 'tenon'
import { setLanguage, setTimeZone } from 'tenon/languages/server'
import { auth } from './auth.ts'

/** Sets the language and the time zone that the user has chosen, if any. */
export const speakToUser: Middleware = async (request, next) => {
  const user = await auth.current(request)
  setLanguage(user?.language)
  setTimeZone(user?.time_zone)
  return next()
}
