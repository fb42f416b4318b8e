/** A value, or a promise of it: what is ready at once is not made to wait. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Tells whether a value has to be awaited. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
