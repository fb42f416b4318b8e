import { AsyncLocalStorage } from 'node:async_hooks'
import { NotedValues } from './noted-values.ts'

/**
 * The values of personal columns that a request or a job has read, written or searched for, by their text: its log
 * lines are written without them.
 *
 * A message of a database, a library or another server repeats what it was given, so no type can keep a value
 * out of it: `Key (email)=(ada@example.com) already exists`. The text itself is replaced. What has no request
 * and no job, such as tasks and commands, shares one set of the latest values.
 */
class PersonalValues {
  /** Whether any model has a personal column: a field, because every request looks. */
  isFollowed = false
  readonly #current = new AsyncLocalStorage<NotedValues>()
  readonly #elsewhere = new NotedValues()

  follow(): void {
    this.isFollowed = true
  }

  /** Runs a request, which has noted nothing yet. */
  run<Result>(body: () => Result): Result {
    return this.isFollowed ? this.#current.run(new NotedValues(), body) : body()
  }

  /** Starts a set of values for what is reported after it has ended, such as a job. */
  begin(): NotedValues | undefined {
    return this.isFollowed ? new NotedValues() : undefined
  }

  /** Runs a part of what has begun. */
  resume<Result>(noted: NotedValues | undefined, body: () => Result): Result {
    return noted === undefined ? body() : this.#current.run(noted, body)
  }

  note(value: unknown): void {
    for (const text of textsIn(value)) if (!text.startsWith(ERASED)) this.#noted.add(text)
  }

  /** A text without the values. */
  redact(text: string): string {
    return this.isFollowed ? this.#noted.redact(text) : text
  }

  /** A line of JSON without the values, except in fields whose values are Tenon's own. */
  redactLine(line: string): string {
    const noted = this.#noted
    if (!noted.mayBeIn(line)) return line
    try {
      const fields: unknown = JSON.parse(line)
      return `${JSON.stringify(fields, (name, value) => noted.redactField(name, value))}\n`
    } catch {
      return noted.redact(line)
    }
  }

  get #noted(): NotedValues {
    return this.#current.getStore() ?? this.#elsewhere
  }
}

export const personalValues = new PersonalValues()

/** What a text becomes when its person is erased: nobody's data any more. */
export const ERASED = 'erased'

/** The texts of a value; of JSON, those of all its members. Numbers and booleans occur by chance. */
function* textsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === 'string' && value !== '') yield value
  else if (typeof value === 'bigint') yield String(value)
  else if (value instanceof Date && !Number.isNaN(value.getTime())) yield value.toISOString()
  else if (value instanceof Uint8Array || depth > DEEPEST) return
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, depth + 1)
}

const DEEPEST = 5
