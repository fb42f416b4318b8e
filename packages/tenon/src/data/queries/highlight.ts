/** A piece of a text, and whether it is a word that a search has found. */
export interface TextPiece {
  readonly text: string
  readonly isMatch: boolean
}

/** Options of `highlight`. */
export interface HighlightOptions {
  /**
   * The maximum length in characters: longer text is cut around the first match, with `…` where something is
   * left out. Default: the whole text.
   */
  readonly length?: number
}

/**
 * Splits text into pieces, of which some are the words that `whereSearch` has found: for `<mark>` in a page.
 *
 * It compares words as the search does: each word of the search may be the beginning of one.
 */
export function highlight(
  text: string,
  search: string,
  { length = Infinity }: HighlightOptions = {},
): readonly TextPiece[] {
  const wanted = wordsOf(search).map((word) => word.toLowerCase())
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

/** The words of a text: letters and digits, with the marks that belong to them. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_OR_REST = /([\p{L}\p{N}\p{M}]+)/u

/** Cuts between words, a third of the length before the match. */
function excerpt(text: string, match: number, length: number): string {
  if (text.length <= length) return text
  const from = Math.max(0, Math.min(match - Math.floor(length / 3), text.length - length))
  const start = from === 0 ? 0 : Math.min(match, text.indexOf(' ', from) + 1)
  const rest = text.slice(start, start + length)
  const isEnd = start + length >= text.length
  const end = isEnd ? rest.length : Math.max(rest.lastIndexOf(' '), match - start + 1)
  return `${start === 0 ? '' : '… '}${rest.slice(0, end)}${isEnd ? '' : ' …'}`
}
