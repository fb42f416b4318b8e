import type { Register } from '../support/register.ts'

/**
 * The languages of the application as it registers them: `{ languages: readonly ['en', 'de'] }`. The
 * first one is its default.
 */
export type Languages = Register extends {
  readonly languages: infer List extends readonly string[]
}
  ? List
  : readonly [string, ...string[]]

/** A language of the application, as a BCP 47 tag such as `pt-BR`. */
export type Language = Languages[number]

export type DefaultLanguage = Languages[0]
