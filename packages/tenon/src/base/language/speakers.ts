import { Ambient } from '../support/ambient.ts'
import { languageSources } from './current-language.ts'
import type { Language } from './languages.ts'

/** What speaks: the application, a request, or a call that was made in a language. */
export interface Speaker {
  /** The languages of the application, the default one first. */
  readonly languages: readonly string[]
  readonly language: string
  /** Changes the language, as far as nothing of more weight says it. Only requests can. */
  readonly choose?: (language: string) => void
}

/** Who speaks in the current call: without one, the application in its default language. */
export const speakers = new Ambient<Speaker>()

languageSources.ofCall = () => speakers.get()?.language

/** Makes an application's default language that of the process; call the returned function to undo that. */
export function registerLanguages(languages: readonly string[] | undefined): () => void {
  const [language] = languages ?? []
  if (languages === undefined || language === undefined) return () => {}
  return speakers.register({ languages, language })
}

/**
 * Runs `body` in a language, such as that of the user to whom it sends a mail. A language that the
 * application does not have, and `null`, stand for its default one.
 */
export function inLanguage<Result>(
  language: Language | null | undefined,
  body: () => Result,
): Result {
  const languages = speakers.get()?.languages ?? []
  const spoken = languages.find((each) => each === language) ?? languages[0]
  return spoken === undefined ? body() : speakers.run({ languages, language: spoken }, body)
}

/**
 * Changes the language for the rest of the request, for example to the one that a user has stored. The
 * path of a localized route has more weight, and a language that the application does not have is ignored.
 */
export function setLanguage(language: Language | null | undefined): void {
  const speaker = speakers.get()
  if (typeof language === 'string') speaker?.choose?.(language)
}
