import { language } from '../current-language.ts'
import { languageContexts } from '../language-context.ts'
import { pseudoLanguage, toPseudo } from '../pseudo-language.ts'
import { arabic } from './arabic.ts'
import { brazilianPortuguese } from './brazilian-portuguese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import { fillIn } from './fill-in.ts'
import type { WordsByLanguage } from '../language-texts.ts'
import { clientWords, type ClientWords, type OwnWord, type OwnWords } from './own-word.ts'
import { spanish } from './spanish.ts'

/**
 * Translates a text of Tenon into the current language, with the application's words or else with ours. A text
 * without a translation stays as it is. Fills in placeholders such as `{columns}`.
 */
export function sayOwn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return fillIn(translate(text) ?? text, values)
}

/** The language in which `sayOwn` returns a text: English if the current language has no translation. */
export function languageOfOwn(text: OwnWord): string {
  return translate(text) === undefined ? 'en' : language()
}

/** Translates a text that Tenon may not have written, so its braces are not placeholders. */
export function sayIfOwn(text: string): string {
  return translate(text) ?? text
}

function translate(text: string): string | undefined {
  const context = languageContexts.get()
  return context && translateInto(context.language, context.texts.words, text)
}

function translateInto(
  language: string,
  own: WordsByLanguage | undefined,
  text: string,
): string | undefined {
  // A wider type: an application registers the names of its languages, and this name may be any.
  const words: Readonly<Record<string, Partial<OwnWords> | undefined>> = own ?? {}
  if (language === pseudoLanguage) return isOwnWord(german, text) ? toPseudo(text) : undefined
  return find(words[language], text) ?? find(findOwnWords(language), text)
}

/** Returns the texts of the page client in each language. A language without translations is left out. */
export function toClientWords(
  languages: readonly string[],
  own: WordsByLanguage | undefined,
): ClientWords {
  const said = languages.flatMap((language) => {
    const words = clientWords.flatMap((word) => {
      const text = translateInto(language, own, word)
      return text === undefined ? [] : [[word, text]]
    })
    return words.length === 0 ? [] : [[language, Object.fromEntries(words)]]
  })
  return Object.fromEntries(said)
}

function find(words: Partial<OwnWords> | undefined, text: string): string | undefined {
  return words !== undefined && isOwnWord(words, text) ? words[text] : undefined
}

function isOwnWord(words: Partial<OwnWords>, text: string): text is OwnWord {
  return Object.hasOwn(words, text)
}

/** `de-AT` gets German, and `pt` Brazilian Portuguese. */
function findOwnWords(language: string): OwnWords | undefined {
  return known.get(language.split('-', 1)[0] ?? '')
}

const known: ReadonlyMap<string, OwnWords> = new Map([
  ['ar', arabic],
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['ja', japanese],
  ['pt', brazilianPortuguese],
])
