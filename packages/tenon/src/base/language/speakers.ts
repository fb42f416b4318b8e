import { Ambient } from '../support/ambient.ts'
import { languageSources } from './current-language.ts'
import type { LanguageTexts } from './language-texts.ts'
import type { Language } from './languages.ts'

/** What speaks: the application, a request, or a call that was made in a language. */
export interface Speaker {
  /** The languages of the application, the default one first. */
  readonly languages: readonly string[]
  readonly language: string
  readonly texts: LanguageTexts
  /** Changes the language, as far as nothing of more weight says it. Only requests can. */
  readonly choose?: (language: string) => void
}

/** Who speaks in the current call: without one, the application in its default language. */
export const speakers = new Ambient<Speaker>()

languageSources.ofCall = () => speakers.get()?.language

/** Whether any application of this process has `schemaLanguages`: a field, because every validation looks. */
export const schemaLanguages = { areUsed: false }

/** Makes an application's default language that of the process; call the returned function to undo that. */
export function registerLanguages(application: Speaking): () => void {
  const speaker = toSpeaker(application)
  return speaker === undefined ? () => {} : speakers.register(speaker)
}

/** The options of an application that concern its languages. */
export interface Speaking extends LanguageTexts {
  readonly languages?: readonly string[]
}

/** The application in its default language; `undefined` if it has none. */
export function toSpeaker(application: Speaking): Speaker | undefined {
  const { languages } = application
  const [language] = languages ?? []
  if (languages === undefined || language === undefined) return undefined
  if (application.schemaLanguages !== undefined) schemaLanguages.areUsed = true
  return { languages, language, texts: application }
}

/**
 * Runs `body` in a language, such as that of the user to whom it sends a mail. A language that the
 * application does not have, and `null`, stand for its default one.
 */
export function inLanguage<Result>(
  language: Language | null | undefined,
  body: () => Result,
): Result {
  const speaker = speakers.get()
  if (speaker === undefined) return body()
  const { languages, texts } = speaker
  const spoken = languages.find((each) => each === language) ?? languages[0] ?? ''
  return speakers.run({ languages, language: spoken, texts }, body)
}

/**
 * Changes the language for the rest of the request, for example to the one that a user has stored. The
 * path of a localized route has more weight, and a language that the application does not have is ignored.
 */
export function setLanguage(language: Language | null | undefined): void {
  const speaker = speakers.get()
  if (typeof language === 'string') speaker?.choose?.(language)
}
