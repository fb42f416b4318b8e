/** Replacer for `JSON.stringify`, which supports neither large integers nor bytes. */
export function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return value instanceof Uint8Array ? `${value.byteLength} bytes` : value
}
