/** For `JSON.stringify`, which has no large integers and no bytes. */
export function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return value instanceof Uint8Array ? `${value.byteLength} bytes` : value
}
