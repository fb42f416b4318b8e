/** A value, or a promise of it. Values that are available immediately are not awaited. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Checks whether a value must be awaited. */
export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** Passes a value on: immediately if it is available, otherwise when its promise resolves. */
export function whenReady<Value, Result>(
  value: MaybePromise<Value>,
  proceed: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return isPromise(value) ? value.then(proceed) : proceed(value)
}
