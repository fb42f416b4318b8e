import type { Middleware } from 'tenon'
import { setLanguage, setTimeZone } from 'tenon/languages/server'
import { auth } from './auth.ts'

/** Answers users in the language and time zone that they have chosen, if they have. */
export const speakToUser: Middleware = async (request, next) => {
  const user = await auth.current(request)
  setLanguage(user?.language)
  setTimeZone(user?.time_zone)
  return next()
}
