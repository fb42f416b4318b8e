import { Ambient } from '../support/ambient.ts'
import { languageSources } from './current-language.ts'
import { findTimeZone, timeZoneSources } from './current-time-zone.ts'
import type { LanguageTexts } from './language-texts.ts'

/** The language and time zone of an application, of a request, or of `inLanguage()` and `inTimeZone()`. */
export interface LanguageContext {
  /** The languages of the application, the default one first. */
  readonly languages: readonly string[]
  readonly language: string
  readonly texts: LanguageTexts
  /** The time zone of the reader, if it is known. */
  readonly timeZone?: string | undefined
  /** The time zone without the cookie of a request: a response that used the cookie would vary with it. */
  readonly chosenTimeZone?: string | undefined
  /** Changes the language, unless something with precedence determines it. Only requests have it. */
  readonly choose?: (language: string) => void
  /** Changes the time zone. Only requests have it. */
  readonly chooseTimeZone?: (timeZone: string) => void
}

/** The language of the current call; outside of a call, the default language of the application. */
export const languageContexts = new Ambient<LanguageContext>()

languageSources.ofCall = () => languageContexts.get()?.language
timeZoneSources.ofCall = findSpokenTimeZone

/** The time zone of the current call; `undefined` without an application that has languages. */
export function findSpokenTimeZone(): string | undefined {
  const context = languageContexts.get()
  return context === undefined ? undefined : (context.timeZone ?? 'UTC')
}

/** Whether any application of this process has `schemaLanguages`: a field, because every validation reads it. */
export const schemaLanguages = { areUsed: false }

/** Makes an application's default language that of the process; call the returned function to undo that. */
export function registerLanguages(application: LanguageOptions): () => void {
  const context = toLanguageContext(application)
  return context === undefined ? () => {} : languageContexts.register(context)
}

/** The options of an application that concern its languages. */
export interface LanguageOptions extends LanguageTexts {
  readonly languages?: readonly string[]
}

/** Returns the context of the application's default language; `undefined` if it has no languages. */
export function toLanguageContext(application: LanguageOptions): LanguageContext | undefined {
  const { languages } = application
  const [language] = languages ?? []
  if (languages === undefined || language === undefined) return undefined
  if (application.schemaLanguages !== undefined) schemaLanguages.areUsed = true
  return { languages, language, texts: application }
}

/**
 * Runs `body` in a language, such as that of the user to whom it sends a mail. `null`, and a language that the
 * application does not have, mean its default language.
 */
export function inLanguage<Result>(
  language: string | null | undefined,
  body: () => Result,
): Result {
  const context = languageContexts.get()
  if (context === undefined) return body()
  const { languages, texts } = context
  const chosen = languages.find((each) => each === language) ?? languages[0] ?? ''
  // The request's zone is the visitor's, not the recipient's.
  const timeZone = context.choose === undefined ? context.timeZone : undefined
  return languageContexts.run({ languages, language: chosen, texts, timeZone }, body)
}

/**
 * Runs `body` in a time zone, such as that of the user to whom it sends a mail. `null`, and a time zone that this
 * system does not know, mean UTC.
 */
export function inTimeZone<Result>(
  timeZone: string | null | undefined,
  body: () => Result,
): Result {
  const context = languageContexts.get()
  if (context === undefined) return body()
  const { languages, language, texts } = context
  return languageContexts.run(
    { languages, language, texts, timeZone: findTimeZone(timeZone ?? '') },
    body,
  )
}

/**
 * Changes the language for the rest of the request, for example to the one that a user has stored. The
 * path of a localized route takes precedence. A language that the application does not have is ignored.
 */
export function setLanguage(language: string | null | undefined): void {
  const context = languageContexts.get()
  if (typeof language === 'string') context?.choose?.(language)
}

/**
 * Changes the time zone in which dates are written for the rest of the request, for example to the one that a
 * user has stored. A zone that this system does not know is ignored.
 */
export function setTimeZone(timeZone: string | null | undefined): void {
  const found = findTimeZone(timeZone ?? '')
  if (found !== undefined) languageContexts.get()?.chooseTimeZone?.(found)
}
