import { AsyncLocalStorage } from 'node:async_hooks'
import { logContexts } from './log-context.ts'

/** Who acts: a record of a model that can log in. */
export interface Actor {
  /** The table of the model, such as `users`. */
  readonly table: string
  readonly key: string
}

/**
 * Finds who acts, for code that does not receive it as an argument: the user of the request, or of the request that
 * dispatched the job. Like the request of log lines, it is tracked only after `follow()`.
 */
class Actors {
  readonly #ofCall = new AsyncLocalStorage<{ readonly actor: Actor | null }>()
  readonly #ofRequest = new WeakMap<object, Actor | null>()

  /** Tracks requests from now on. */
  follow(): void {
    logContexts.follow()
  }

  /** Who acts; `null` for guests, tasks and commands, and if the request has not looked up its user. */
  get current(): Actor | null {
    const call = this.#ofCall.getStore()
    if (call !== undefined) return call.actor
    const { request } = logContexts.current
    return (request && this.#ofRequest.get(request)) ?? null
  }

  /** The same as text, for the database. */
  get text(): string | null {
    const actor = logContexts.isFollowed ? this.current : null
    return actor === null ? null : toActorText(actor)
  }

  /** Notes who has sent a request. */
  note(request: object, actor: Actor | null): void {
    if (logContexts.isFollowed) this.#ofRequest.set(request, actor)
  }

  run<Result>(actor: Actor | null, body: () => Result): Result {
    return this.#ofCall.run({ actor }, body)
  }

  /** Runs a job on behalf of the actor who dispatched it. */
  resume<Result>(text: string | null, body: () => Result): Result {
    return logContexts.isFollowed ? this.run(readActor(text), body) : body()
  }
}

export const actors = new Actors()

/** Writes an actor as `users:7`. Names of tables have no colon. */
export function toActorText({ table, key }: Actor): string {
  return `${table}:${key}`
}

export function readActor(text: string | null): Actor | null {
  if (text === null) return null
  const colon = text.indexOf(':')
  return { table: text.slice(0, colon), key: text.slice(colon + 1) }
}
