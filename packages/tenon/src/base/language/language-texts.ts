import type { Language } from './languages.ts'
import type { OwnWord } from './words/own-word.ts'

/** The application's replacements for Tenon's own texts, by language. */
export type WordsByLanguage = {
  readonly [Name in Language]?: { readonly [Word in OwnWord]?: string }
}

/** A language of zod, as `de()` of `zod/locales` returns it. */
export interface SchemaLanguage {
  // A method, so that functions for any kind of zod's issues are assignable.
  localeError(issue: never): { readonly message: string } | string | undefined | null
}

/** The translations of the validation library, by language: `{ de: de(), ar: ar() }`. */
export type SchemaLanguages = { readonly [Name in Language]?: SchemaLanguage }

/** The texts of an application for Tenon's own messages and for its validation library. */
export interface LanguageTexts {
  readonly words?: WordsByLanguage
  readonly schemaLanguages?: SchemaLanguages
}
