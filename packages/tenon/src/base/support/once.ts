/** A function that computes its value when it is first asked, and keeps it. */
export function once<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => (kept ??= { value: compute() }).value
}
