import { languageContexts } from '../language-context.ts'
import { pseudoLanguage, toPseudo } from '../pseudo-language.ts'
import { arabic } from './arabic.ts'
import { brazilianPortuguese } from './brazilian-portuguese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import type { OwnWord, OwnWords } from './own-word.ts'
import { spanish } from './spanish.ts'

/**
 * Says a text of Tenon's own in the current language: as the application has it, else as we have it. Any other
 * text, and one in a language that neither has, stays as it is. `{columns}` is filled in.
 */
export function sayOwn(text: string, values: Readonly<Record<string, string>> = {}): string {
  const said = translate(text) ?? text
  if (!said.includes('{')) return said
  return said.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The same for a text that we may or may not have written: its braces are left alone. */
export function sayIfOwn(text: string): string {
  return translate(text) ?? text
}

function translate(text: string): string | undefined {
  const context = languageContexts.get()
  if (context === undefined) return undefined
  const { language, texts } = context
  // An application registers the names of its languages, and this one may be any.
  const words: Readonly<Record<string, Partial<OwnWords> | undefined>> = texts.words ?? {}
  if (language === pseudoLanguage) return isOwnWord(german, text) ? toPseudo(text) : undefined
  return find(words[language], text) ?? find(findOwnWords(language), text)
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
