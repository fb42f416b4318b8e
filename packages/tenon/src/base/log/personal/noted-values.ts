/** The latest values of one request. */
export class NotedValues {
  /** In lower case, because a case-insensitive index reports a value in a different case. */
  readonly #texts = new Set<string>()
  #pattern: RegExp | undefined

  add(value: string): void {
    const text = value.slice(0, LONGEST + 1).toLowerCase()
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    this.#pattern = undefined
    if (this.#texts.size <= MOST) return
    const [oldest = ''] = this.#texts
    this.#texts.delete(oldest)
  }

  /** Whether a line may contain one of the values, in plain text or as JSON writes it. */
  mayBeIn(line: string): boolean {
    if (this.#texts.size === 0) return false
    return this.#hasShort || this.#toPattern().test(line)
  }

  redact(text: string): string {
    if (this.#texts.size === 0) return text
    if (this.#texts.has(text.toLowerCase())) return REDACTED
    return text.replaceAll(this.#toPattern(), REDACTED)
  }

  redactField(name: string, value: unknown): unknown {
    return typeof value !== 'string' || OWN_FIELDS.has(name) ? value : this.redact(value)
  }

  /** Whether there is a short text. It occurs by chance, so it counts only as a whole value. */
  get #hasShort(): boolean {
    for (const text of this.#texts) if (text.length < SHORTEST) return true
    return false
  }

  #toPattern(): RegExp {
    if (this.#pattern !== undefined) {
      this.#pattern.lastIndex = 0
      return this.#pattern
    }
    const forms = [...this.#texts].filter((text) => text.length >= SHORTEST).flatMap(toForms)
    // An empty class matches nothing.
    const source = forms.length === 0 ? '[]' : [...new Set(forms)].join('|')
    this.#pattern = new RegExp(source, 'gi')
    return this.#pattern
  }
}

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

/** How a text is written in plain text, in JSON and in URLs. */
function toForms(text: string): readonly string[] {
  const compared = text.slice(0, LONGEST).toWellFormed()
  const forms = [compared, JSON.stringify(compared).slice(1, -1), encodeURIComponent(compared)]
  return forms.map((form) => `${escape(form)}${text.length > LONGEST ? '[^]*' : ''}`)
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
