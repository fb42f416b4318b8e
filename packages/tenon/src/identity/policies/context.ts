import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'

/** Loads what the rules of a policy need to know about a user and a record. */
export type LoadContext<User, Record, Context> = (
  user: User,
  record: Record,
) => MaybePromise<Context>

/** The data that a policy has loaded, once per request and record, however often it is asked. */
export class PolicyContext<User, Record extends object, Context> {
  readonly #load: LoadContext<User, Record, Context>
  readonly #loaded = stateKey<WeakMap<object, Loaded<User, Context>>>('what a policy has loaded')

  constructor(load: LoadContext<User, Record, Context>) {
    this.#load = load
  }

  /** Returns the context. Loads it again if another user asks, because a request may log in. */
  of(request: HttpRequest, user: User, record: Record): MaybePromise<Context> {
    const known = request.get(this.#loaded)
    const loaded = known ?? new WeakMap<object, Loaded<User, Context>>()
    if (known === undefined) request.set(this.#loaded, loaded)
    const before = loaded.get(record)
    if (before !== undefined && before.user === user) return before.context
    const context = this.#load(user, record)
    loaded.set(record, { user, context })
    return context
  }

  /** Loads the context outside of a request. */
  load(user: User, record: Record): MaybePromise<Context> {
    return this.#load(user, record)
  }
}

interface Loaded<User, Context> {
  readonly user: User
  readonly context: MaybePromise<Context>
}
