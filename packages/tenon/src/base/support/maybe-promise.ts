/** A value, or a promise of it: what is ready at once is not made to wait. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Tells whether a value has to be awaited. */
export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** Goes on with a value: at once when it is there, else when its promise resolves. */
export function whenReady<Value, Result>(
  value: MaybePromise<Value>,
  proceed: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return isPromise(value) ? value.then(proceed) : proceed(value)
}
