declare const stateValue: unique symbol

/** A typed key for a value that middleware stores on a request. */
export interface StateKey<Value> {
  readonly description: string
  readonly [stateValue]?: Value
}

/**
 * Creates a key for per-request state.
 *
 * `const user = stateKey<User>('user')`, then `request.set(user, record)` in a middleware and
 * `request.get(user)` in a handler.
 */
export function stateKey<Value>(description: string): StateKey<Value> {
  return { description }
}
