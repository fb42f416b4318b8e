import { AsyncLocalStorage } from 'node:async_hooks'
import { NotedValues } from './noted-values.ts'

/**
 * The values of personal columns that a request or a job has read, written or searched for. Its log lines are written
 * without them.
 *
 * A message of a database, a library or another server may repeat its input, so no type can keep a value out of it:
 * `Key (email)=(ada@example.com) already exists`. So the text itself is replaced. Code outside of requests and jobs,
 * such as tasks and commands, shares one set of the latest values.
 */
class PersonalValues {
  /** Whether any model has a personal column: a field, because every request reads it. */
  isFollowed = false
  readonly #current = new AsyncLocalStorage<NotedValues>()
  readonly #elsewhere = new NotedValues()

  follow(): void {
    this.isFollowed = true
  }

  /** Runs a request with an empty set of values. */
  run<Result>(body: () => Result): Result {
    return this.isFollowed ? this.#current.run(new NotedValues(), body) : body()
  }

  /** Creates a set of values for work that is reported after it has ended, such as a job. */
  begin(): NotedValues | undefined {
    return this.isFollowed ? new NotedValues() : undefined
  }

  /** Runs a part of the work with its set of values. */
  resume<Result>(noted: NotedValues | undefined, body: () => Result): Result {
    return noted === undefined ? body() : this.#current.run(noted, body)
  }

  note(value: unknown): void {
    for (const text of textsIn(value)) if (!text.startsWith(ERASED)) this.#noted.add(text)
  }

  /** Returns a text without the values. */
  redact(text: string): string {
    return this.isFollowed ? this.#noted.redact(text) : text
  }

  /** Returns a line of JSON without the values, except in fields whose values are Tenon's own. */
  redactLine(line: string): string {
    const noted = this.#noted
    if (!noted.mayBeIn(line)) return line
    try {
      const fields: unknown = JSON.parse(line)
      if (typeof fields !== 'object' || fields === null) return noted.redact(line)
      return `${JSON.stringify(noted.redactFields(fields))}\n`
    } catch {
      return noted.redact(line)
    }
  }

  get #noted(): NotedValues {
    return this.#current.getStore() ?? this.#elsewhere
  }
}

export const personalValues = new PersonalValues()

/** Replaces a personal text when its person is erased, so it is not personal data. */
export const ERASED = 'erased'

/** The texts in a value, and in all members of JSON. Ignores numbers and booleans: they occur by chance. */
function* textsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === 'string' && value !== '') yield value
  else if (typeof value === 'bigint') yield String(value)
  else if (value instanceof Date && !Number.isNaN(value.getTime())) yield value.toISOString()
  else if (value instanceof Uint8Array || depth > DEEPEST) return
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, depth + 1)
}

const DEEPEST = 5
