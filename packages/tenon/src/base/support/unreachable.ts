/** Ends a `switch` over a closed set: a forgotten case becomes a compile error. */
export function unreachable(value: never): never {
  throw new TypeError(`Unexpected value ${JSON.stringify(value)}`)
}
