import { fold, FoldedText } from './folded-text.ts'

/** The latest values of one request. They are found in any case, because a case-insensitive index reports another one. */
export class NotedValues {
  readonly #texts = new Set<string>()
  #wanted: Wanted | undefined

  add(value: string): void {
    const text = value.slice(0, LONGEST + 1)
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    this.#wanted = undefined
    if (this.#texts.size <= MOST) return
    const [oldest = ''] = this.#texts
    this.#texts.delete(oldest)
  }

  /** Whether a line may contain one of the values, in plain text or as JSON writes it. */
  mayBeIn(line: string): boolean {
    if (this.#texts.size === 0) return false
    const { hasShort, parts } = this.#toWanted()
    if (hasShort) return true
    const text = fold(line)
    return parts.some((part) => text.includes(part.text))
  }

  redact(text: string): string {
    if (this.#texts.size === 0) return text
    const { wholes, parts } = this.#toWanted()
    const folded = new FoldedText(text)
    return wholes.has(folded.text) ? REDACTED : replaceAll(text, toRanges(folded, parts))
  }

  /** Returns the fields of a line without the values, except in those that tools search by. */
  redactFields(fields: object): object {
    return this.#redactMembers(fields, OWN_FIELDS)
  }

  #redactMembers(members: object, kept: ReadonlySet<string>): object {
    const redacted: Record<string, unknown> = Object.create(null)
    for (const [name, value] of Object.entries(members)) {
      const isKept = typeof value === 'string' && kept.has(name)
      redacted[this.#toName(name, redacted)] = isKept ? value : this.#redactValue(value)
    }
    return redacted
  }

  #redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => this.#redactValue(each))
    return this.#redactMembers(value, NO_FIELDS)
  }

  /** Redacts a name that code would not have, such as an address. Adds a number if the name is taken. */
  #toName(name: string, taken: object): string {
    const redacted = FIELD_NAME.test(name) ? name : this.redact(name)
    if (redacted === name) return name
    let unique = redacted
    for (let i = 2; unique in taken; i++) unique = `${redacted} ${i}`
    return unique
  }

  #toWanted(): Wanted {
    return (this.#wanted ??= toWanted([...this.#texts]))
  }
}

/** What is searched for. */
interface Wanted {
  /** Folded texts: a value that is the same as one of them is replaced. */
  readonly wholes: ReadonlySet<string>
  /** Where one of them occurs in a longer text, it is replaced. */
  readonly parts: readonly Part[]
  /** Whether there is a short text. It occurs by chance, so it counts only as a whole value. */
  readonly hasShort: boolean
}

/** A folded text. If it is only the beginning of a value, everything after it is replaced, too. */
interface Part {
  readonly text: string
  readonly isBeginning: boolean
}

type Range = readonly [start: number, end: number]

/** The most values that a request keeps: the latest ones. */
const MOST = 1_000

/** A longer text is recognized by its beginning, and everything after that is replaced too. */
const LONGEST = 200

/** A shorter text may be part of another one. */
const SHORTEST = 6

const REDACTED = '[personal]'

/** Fields that tools search by are not redacted: otherwise a user named like an event could hide it from an alert. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'level',
  'time',
  'requestId',
  'securityEvent',
  'method',
  'route',
  'trace_id',
  'span_id',
  'trace_flags',
])

const NO_FIELDS: ReadonlySet<string> = new Set()

/** The name of a field in code, as tools search by it: a user who is called `message` does not rename one. */
const FIELD_NAME = /^[a-z_$][\w$.-]*$/i

function toWanted(texts: readonly string[]): Wanted {
  return {
    wholes: new Set(texts.map(fold)),
    parts: texts.filter((text) => text.length >= SHORTEST).flatMap(toParts),
    hasShort: texts.some((text) => text.length < SHORTEST),
  }
}

/** How a text is written in plain text, in JSON and in URLs. */
function toParts(text: string): readonly Part[] {
  const isBeginning = text.length > LONGEST
  const compared = isBeginning ? toBeginning(text) : text
  const forms = new Set([
    compared,
    JSON.stringify(compared).slice(1, -1),
    encodeURIComponent(compared.toWellFormed()),
  ])
  return [...forms].map((form) => ({ text: fold(form), isBeginning }))
}

/** Does not end with half of a character. */
function toBeginning(text: string): string {
  return text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')
}

/** Returns where the parts are in a text, in their order and without overlaps. */
function toRanges(folded: FoldedText, parts: readonly Part[]): readonly Range[] {
  const found: Range[] = []
  for (const { text, isBeginning } of parts) {
    for (const [start, end] of folded.find(text)) {
      found.push([start, isBeginning ? Infinity : end])
    }
  }
  return withoutOverlaps(found.toSorted(([one], [other]) => one - other))
}

function withoutOverlaps(sorted: readonly Range[]): readonly Range[] {
  const ranges: Range[] = []
  for (const [start, end] of sorted) {
    const last = ranges.at(-1)
    if (last === undefined || start >= last[1]) ranges.push([start, end])
    else if (end > last[1]) ranges.splice(-1, 1, [last[0], end])
  }
  return ranges
}

function replaceAll(text: string, ranges: readonly Range[]): string {
  let redacted = ''
  let place = 0
  for (const [start, end] of ranges) {
    redacted += text.slice(place, start) + REDACTED
    place = end
  }
  return redacted + text.slice(place)
}
