/** Returns a function that computes its value on the first call and caches it. */
export function once<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => (kept ??= { value: compute() }).value
}
