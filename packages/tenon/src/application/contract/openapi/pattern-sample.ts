/**
 * Writes a sample text that matches a regular expression: the first alternative of each choice, and as few repetitions
 * as possible. Returns `undefined` if it finds no text within the limits of length, as with most lookaheads.
 */
export function toPatternSample(
  pattern: string,
  { minLength = 0, maxLength = Infinity }: { minLength?: number; maxLength?: number },
): string | undefined {
  const expression = parsed(pattern)
  if (expression === undefined) return undefined
  for (let more = 0; more <= Math.min(minLength, moreLimit); more++) {
    const text = new PatternReader(pattern, more).read()
    if (text.length >= minLength && text.length <= maxLength && expression.test(text)) return text
  }
  return undefined
}

/** How many additional repetitions are tried. */
const moreLimit = 300

function parsed(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** Walks through the source of an expression and writes a sample for each part. */
class PatternReader {
  readonly #source: string
  readonly #more: number
  #position = 0

  constructor(source: string, more: number) {
    this.#source = source
    this.#more = more
  }

  /** Reads up to the end of the group, and returns the sample of its first alternative. */
  read(): string {
    const alternatives = ['']
    while (this.#position < this.#source.length && this.#peek() !== ')') {
      if (this.#take('|')) alternatives.push('')
      else alternatives.push((alternatives.pop() ?? '') + this.#readRepeated())
    }
    return alternatives[0] ?? ''
  }

  #readRepeated(): string {
    const atom = this.#readAtom()
    const [, operator, least, most] =
      /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/.exec(this.#source.slice(this.#position)) ?? []
    if (operator === undefined && least === undefined) return atom
    this.#position = this.#endOfQuantifier()
    const min = least === undefined ? Number(operator === '+') : Number(least)
    const isFixed = operator === '?' || (least !== undefined && most === undefined)
    const max = isFixed ? min : Number(most || Infinity)
    return atom.repeat(Math.min(min + this.#more, max))
  }

  #endOfQuantifier(): number {
    const from = this.#source.slice(this.#position)
    return this.#position + (/^(?:[*+?]|\{[\d,]+\})\??/.exec(from)?.[0].length ?? 0)
  }

  #readAtom(): string {
    if (this.#take('^') || this.#take('$')) return ''
    if (this.#take('(')) return this.#readGroup()
    const atom =
      /^(?:\\[pP]\{[^}]*\}|\\u\{?[\dA-Fa-f]+\}?|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|.)/su.exec(
        this.#source.slice(this.#position),
      )?.[0] ?? ''
    this.#position += Math.max(atom.length, 1)
    if (atom === String.raw`\b` || atom === String.raw`\B`) return ''
    const expression = parsed(`^(?:${atom})$`)
    return candidates.find((character) => expression?.test(character)) ?? atom
  }

  /** Skips a lookaround: the check of the whole text decides about it. */
  #readGroup(): string {
    const isLook = /^\?(?:[=!]|<[=!])/.test(this.#source.slice(this.#position))
    const kind = /^\?(?::|[=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#position))?.[0] ?? ''
    this.#position += kind.length
    const text = this.read()
    this.#take(')')
    return isLook ? '' : text
  }

  #peek(): string | undefined {
    return this.#source[this.#position]
  }

  #take(character: string): boolean {
    const isNext = this.#peek() === character
    if (isNext) this.#position += 1
    return isNext
  }
}

/** Letters and digits come first, because they are easy to read. */
const candidates: readonly string[] = [
  ...'aA10bB2_- '.split(''),
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  'ä',
  '漢',
]
