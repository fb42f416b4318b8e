import { AsyncLocalStorage } from 'node:async_hooks'
import type { Revealed } from '../support/hidden.ts'
import { SetupError } from '../support/setup-error.ts'

/**
 * The values of hidden columns that a request or a job has read, by their text: what leaves is searched for them.
 *
 * The compiler refuses a hidden value wherever it sees its type. It sees none in `String(user.password)`, in
 * `JSON.stringify(…)`, in `unknown` and `any`. A string has no identity, so the text itself is compared. That
 * costs a search of all that leaves, so only development and tests do it.
 */
class HiddenValues {
  /** Whether values are noted: a field, because every request looks. */
  isFollowed = false
  readonly #read = new AsyncLocalStorage<Map<string, string>>()

  follow(): void {
    this.isFollowed = true
  }

  /** Runs a request or a job, which has read nothing yet. */
  run<Result>(body: () => Result): Result {
    return this.isFollowed ? this.#read.run(new Map(), body) : body()
  }

  /** Notes a value of `users.password`. Numbers, dates and short texts occur by chance, so they are not. */
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
   * Throws `E_HIDDEN_LEAVES` if a text contains a value that was read; `what` says where it goes, such as
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
 * Gives the value of a hidden column, such as `reveal(user.password)`, for the few lines that need it. A value
 * that is not hidden, and null, are given as they are.
 *
 * It is the only way to use such a value, and `routes --audit` lists the lines that do.
 */
export function reveal<Given>(value: Given): Revealed<Given> {
  if (hiddenValues.isFollowed) hiddenValues.reveal(value)
  // A hidden value is one for the compiler only.
  return value as Revealed<Given>
}

/** A shorter text may well be another one. */
const SHORTEST = 12

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Any other text has no paths.
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
