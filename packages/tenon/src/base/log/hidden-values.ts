import { AsyncLocalStorage } from 'node:async_hooks'
import type { Revealed } from '../support/hidden.ts'
import { SetupError } from '../support/setup-error.ts'

/**
 * The values of hidden columns that a request or a job has read. All text that leaves is searched for them.
 *
 * The compiler rejects a hidden value wherever it sees its type. It does not see the type in
 * `String(user.password)`, `JSON.stringify(…)`, `unknown` and `any`, so the text itself is compared. Only
 * development and tests do so, because searching all text takes time.
 */
class HiddenValues {
  /** Whether values are noted: a field, because every request reads it. */
  isFollowed = false
  readonly #read = new AsyncLocalStorage<Map<string, string>>()

  follow(): void {
    this.isFollowed = true
  }

  /** Runs a request or a job with an empty set of values. */
  run<Result>(body: () => Result): Result {
    return this.isFollowed ? this.#read.run(new Map(), body) : body()
  }

  /** Notes a value of a column such as `users.password`. Numbers, dates and short texts occur by chance: ignored. */
  note(value: unknown, column: string): void {
    const text = value instanceof Uint8Array ? toBase64(value) : value
    if (typeof text === 'string' && text.length >= SHORTEST)
      this.#read.getStore()?.set(text, column)
  }

  /** Allows a value to leave from now on. */
  reveal(value: unknown): void {
    const text = value instanceof Uint8Array ? toBase64(value) : value
    if (typeof text === 'string') this.#read.getStore()?.delete(text)
  }

  /**
   * Throws `E_HIDDEN_LEAVES` if a text contains a noted value. `what` names the text for the message, such as
   * `The input of the job "greet"`.
   */
  check(text: string, what: string): void {
    for (const [value, column] of this.#read.getStore() ?? []) {
      const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
      if (!forms.some((form) => text.includes(form))) continue
      const path = pathTo(value, parse(text), '')
      throw new SetupError(
        'E_HIDDEN_LEAVES',
        `${what} has the value of ${column}${path ? ` at "${path}"` : ''}, which is hidden. ` +
          'Leave it out, or read it with reveal() if it is meant to leave.',
      )
    }
  }
}

export const hiddenValues = new HiddenValues()

/**
 * Returns the value of a hidden column: `reveal(user.password)`. Returns null, and a value that is not hidden,
 * unchanged.
 *
 * It is the only way to use such a value, and `routes --audit` lists the lines that call it.
 */
export function reveal<Given>(value: Given): Revealed<Given> {
  if (hiddenValues.isFollowed) hiddenValues.reveal(value)
  // Sound: a value is hidden only from the compiler.
  return value as Revealed<Given>
}

/** A shorter text may occur by chance. */
const SHORTEST = 12

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON, so it has no paths
  }
}

/** The path in parsed JSON to the text that contains a value. */
function pathTo(value: string, within: unknown, path: string): string | undefined {
  if (typeof within === 'string') return within.includes(value) ? path : undefined
  if (typeof within !== 'object' || within === null) return undefined
  for (const [name, part] of Object.entries(within)) {
    const found = pathTo(value, part, path === '' ? name : `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
