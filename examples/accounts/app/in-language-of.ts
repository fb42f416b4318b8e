import { language } from 'tenon/languages'
import { inLanguage, inTimeZone } from 'tenon/languages/server'
import { languages } from './languages.ts'
import type { User } from './models/user.ts'

/** Writes a mail in the user's language and time zone. Without a user or a language, uses that of the request. */
export function inLanguageOf<Result>(user: User | null, write: () => Result): Result {
  return inLanguage(user?.language ?? language(), () => inTimeZone(user?.time_zone, write))
}

/** The language in which a new user registers. With only one, `null`: it would decide for languages that are added later. */
export function languageOfNewUser(): string | null {
  return languages.length > 1 ? language() : null
}
