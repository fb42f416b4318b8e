declare const stateValue: unique symbol

/** Names a value that middleware leaves on a request, and carries its type. */
export interface StateKey<Value> {
  readonly description: string
  readonly [stateValue]?: Value
}

/**
 * Makes a key for per-request state: `const user = state<User>('user')`, then
 * `request.set(user, record)` in a middleware and `request.get(user)` in a handler.
 */
export function state<Value>(description: string): StateKey<Value> {
  return { description }
}
