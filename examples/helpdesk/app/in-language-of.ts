import { language } from 'tenon/languages'
import { inLanguage, inTimeZone } from 'tenon/languages/server'
import type { User } from './models/user.ts'

/** Writes a mail in the language and time zone of its recipient; without one, in the language of the request. */
export function inLanguageOf<Result>(user: User | null, write: () => Result): Result {
  return inLanguage(user?.language ?? language(), () => inTimeZone(user?.time_zone, write))
}
