import type { Language } from './languages.ts'
import type { OwnWord } from './words/own-word.ts'

/** Tenon's own words by language, as the application wants to have them. */
export type WordsByLanguage = {
  readonly [Name in Language]?: { readonly [Word in OwnWord]?: string }
}

/** A language of zod, as `de()` of `zod/locales` returns it. */
export interface SchemaLanguage {
  // A method, so that it accepts each kind of problem that zod knows.
  localeError(issue: never): { readonly message: string } | string | undefined | null
}

/** The languages of the validation library by language: `{ de: de(), ar: ar() }`. */
export type SchemaLanguages = { readonly [Name in Language]?: SchemaLanguage }

/** What an application says itself and through its validation library. */
export interface LanguageTexts {
  readonly words?: WordsByLanguage
  readonly schemaLanguages?: SchemaLanguages
}
