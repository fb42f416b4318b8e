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
import { clientWords, type ClientWord, type OwnWord, type OwnWords } from './own-word.ts'
import { spanish } from './spanish.ts'

/**
 * Says a text of Tenon's own in the current language: as the application has it, else as we have it. Any other
 * text, and one in a language that neither has, stays as it is. `{columns}` is filled in.
 */
export function sayOwn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return fillIn(translate(text) ?? text, values)
}

/** The language in which `sayOwn` says a text: English if nobody has it in the current one. */
export function languageOfOwn(text: OwnWord): string {
  return translate(text) === undefined ? 'en' : language()
}

/** Says a text that we may or may not have written: its braces are left alone. */
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
  // An application registers the names of its languages, and this one may be any.
  const words: Readonly<Record<string, Partial<OwnWords> | undefined>> = own ?? {}
  if (language === pseudoLanguage) return isOwnWord(german, text) ? toPseudo(text) : undefined
  return find(words[language], text) ?? find(findOwnWords(language), text)
}

/** What a document tells the page client to say, by language; a language without words of its own is left out. */
export type ClientWords = Readonly<Record<string, Readonly<Partial<Record<ClientWord, string>>>>>

/** The words of the page client in each of the languages; `undefined` if it says all of them in English. */
export function toClientWords(
  languages: readonly string[],
  own: WordsByLanguage | undefined,
): ClientWords | undefined {
  const said = languages.flatMap((language) => {
    const words = clientWords.flatMap((word) => {
      const text = translateInto(language, own, word)
      return text === undefined ? [] : [[word, text]]
    })
    return words.length === 0 ? [] : [[language, Object.fromEntries(words)]]
  })
  return said.length === 0 ? undefined : Object.fromEntries(said)
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
