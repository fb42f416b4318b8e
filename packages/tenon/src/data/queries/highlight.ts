/** A piece of a text, and whether it is a word that matches the search. */
export interface TextPiece {
  readonly text: string
  readonly isMatch: boolean
}

/** Options of `highlight`. */
export interface HighlightOptions {
  /**
   * The maximum length in UTF-16 units, not counting `…`: longer text is cut around the first match, with `…`
   * where text is left out. Default: the whole text.
   */
  readonly length?: number
}

/**
 * Splits text into pieces and marks the words that match a search, for `<mark>` in a page.
 *
 * A word matches if it starts with a word of the search, as in `whereSearch` without a language. Only the first 50
 * words of the search count.
 */
export function highlight(
  text: string,
  search: string,
  { length = Infinity }: HighlightOptions = {},
): readonly TextPiece[] {
  // A client may send a search of any length, and each word of the text is compared with each of these.
  const words = wordsOf(search).slice(0, SEARCH_WORD_LIMIT)
  const wanted = words.map((word) => word.toLowerCase())
  const isWanted = (word: string): boolean => {
    const folded = word.toLowerCase()
    return wanted.some((start) => folded.startsWith(start))
  }
  const first = [...text.matchAll(WORD)].find(([word]) => isWanted(word))?.index ?? 0
  const cut = excerpt(text, first, length)
  const pieces: TextPiece[] = []
  for (const part of cut.split(WORD_OR_REST)) {
    const isMatch = isWanted(part)
    const last = pieces.at(-1)
    if (part === '') continue
    if (last === undefined || isMatch || last.isMatch) pieces.push({ text: part, isMatch })
    else pieces[pieces.length - 1] = { text: last.text + part, isMatch }
  }
  return pieces
}

/** The maximum number of words in a search. */
export const SEARCH_WORD_LIMIT = 50

/** The words of a text: letters and digits, with the marks that belong to them. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_OR_REST = /([\p{L}\p{N}\p{M}]+)/u

/** Cuts between words, at most a third of the length before the match; anywhere if the text has no spaces. */
function excerpt(text: string, match: number, length: number): string {
  if (text.length <= length) return text
  const from = Math.max(0, Math.min(match - Math.floor(length / 3), text.length - length))
  const space = text.indexOf(' ', from)
  const start = from === 0 ? 0 : space === -1 ? match : Math.min(match, space + 1)
  const rest = text.slice(start, start + length).replace(HALF_CHARACTER, '')
  const isEnd = start + length >= text.length
  const last = rest.lastIndexOf(' ')
  const end = isEnd || last <= match - start ? rest.length : last
  return `${start === 0 ? '' : '… '}${rest.slice(0, end)}${isEnd ? '' : ' …'}`
}

const HALF_CHARACTER = /[\uD800-\uDBFF]$/
