import { fillIn } from '../../base/language/words/fill-in.ts'
import type { ClientWord, ClientWords } from '../../base/language/words/own-word.ts'

/**
 * Returns a text of the page client in the language of the document. It has these texts before they are needed, because
 * then nothing more may be loaded: a document contains those of its language, and a page in another language brings its
 * own.
 */
export function say(text: ClientWord, values: Readonly<Record<string, string>> = {}): string {
  return fillIn(find(text) ?? text, values)
}

/** Keeps the texts that came with a page. */
export function learnWords(words: ClientWords): void {
  Object.assign(learnt, words)
}

const learnt: Record<string, ClientWords[string]> = {}

function find(text: ClientWord): string | undefined {
  if (typeof document === 'undefined') return undefined
  const { lang } = document.documentElement
  return (learnt[lang] ?? readDocument()[lang])?.[text]
}

function readDocument(): Partial<ClientWords> {
  const written = document.querySelector('script[data-words]')?.textContent
  // Sound: the server wrote it.
  return JSON.parse(written ?? '{}') as ClientWords
}
