import { fillIn } from '../../base/language/words/fill-in.ts'
import type { ClientWord } from '../../base/language/words/own-word.ts'

/**
 * Returns a text of the page client in the language of the document. The document contains the texts of all
 * languages of the application, because they are needed when nothing more can be loaded.
 */
export function say(text: ClientWord, values: Readonly<Record<string, string>> = {}): string {
  return fillIn(find(text) ?? text, values)
}

function find(text: ClientWord): string | undefined {
  if (typeof document === 'undefined') return undefined
  const written = document.querySelector('script[data-words]')?.textContent
  if (written === undefined || written === null) return undefined
  const words: unknown = JSON.parse(written)
  const found: unknown = Object(Object(words)[document.documentElement.lang])[text]
  return typeof found === 'string' ? found : undefined
}
