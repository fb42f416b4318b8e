/**
 * A text with its letters in one case, to search it for a text in any case.
 *
 * Some characters change their length: `İ` is two characters in lower case, and `ß` is `SS` in upper case. So what is
 * found is located in the original by the places of its characters.
 */
export class FoldedText {
  readonly text: string
  readonly #original: string
  #places: Places | undefined

  constructor(original: string) {
    this.text = fold(original)
    this.#original = original
  }

  /** Finds each occurrence of a folded text, as its place in the original. */
  *find(folded: string): Iterable<readonly [start: number, end: number]> {
    if (folded === '') return
    let index = this.text.indexOf(folded)
    while (index !== -1) {
      const next = index + folded.length
      const { starts, ends } = (this.#places ??= toPlaces(this.#original))
      yield [starts[index] ?? 0, ends[next - 1] ?? Infinity]
      index = this.text.indexOf(folded, next)
    }
  }
}

/** Returns a text in one case, so that texts that differ only in case are the same. */
export function fold(text: string): string {
  return text.replaceAll(/\P{ASCII}/gu, foldCharacter).toUpperCase()
}

/** Ignores the dot of `İ`: a database may make `i` of it, with the dot as a second character or without it. */
function foldCharacter(character: string): string {
  return character.toLowerCase().toUpperCase().replace(dotAbove, '')
}

const dotAbove = '\u0307'

/** The first and the last place of the original character, for each code unit of a folded text. */
interface Places {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function toPlaces(original: string): Places {
  const [starts, ends]: [number[], number[]] = [[], []]
  let start = 0
  for (const character of original) {
    const end = start + character.length
    const { length } = fold(character)
    for (let i = 0; i < length; i++) {
      starts.push(start)
      ends.push(end)
    }
    start = end
  }
  return { starts, ends }
}
