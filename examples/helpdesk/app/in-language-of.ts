import { language } from 'tenon/languages'
import { inLanguage, inTimeZone } from 'tenon/languages/server'
import type { User } from './models/user.ts'

/** Writes a mail in the user's language and time zone. Without a user or a language, uses that of the request. */
export function inLanguageOf<Result>(user: User | null, write: () => Result): Result {
  return inLanguage(user?.language ?? language(), () => inTimeZone(user?.time_zone, write))
}
