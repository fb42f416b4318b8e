import { PayloadTooLarge } from '../../base/support/http-error.ts'

const headerEnd = Buffer.from('\r\n\r\n')
/** Follows the last delimiter; nothing after it is read. */
const close = '--'

/**
 * Enforces the size limit of each part's header block while a multipart body streams by. busboy
 * would truncate an oversized block and continue with the remainder, which another reader of the
 * same body, such as a web application firewall, would have parsed differently.
 *
 * Bytes that could begin the sought sequence are kept for the next chunk.
 */
export class PartHeaders {
  readonly #delimiter: Buffer
  readonly #limitBytes: number
  /** How many parts have begun: the header blocks that have ended. */
  count = 0
  #isInHeader = false
  #isClosed = false
  #headerBytes = 0
  #kept: Uint8Array = Buffer.from('\r\n')

  constructor(boundary: string, limitBytes: number) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#limitBytes = limitBytes
  }

  /** Inspects the next bytes of the body; throws `PayloadTooLarge` if a block exceeds the limit. */
  take(chunk: Uint8Array): void {
    if (this.#isClosed) return
    const data = Buffer.concat([this.#kept, chunk])
    let at = 0
    for (;;) {
      const isAtStart = this.#isInHeader && this.#headerBytes === 0
      if (isAtStart && data.toString('latin1', at, at + close.length) === close) {
        this.#isClosed = true
        return
      }
      const sought = this.#isInHeader ? headerEnd : this.#delimiter
      const found = data.indexOf(sought, at)
      const passed = found === -1 ? Math.max(at, data.length - sought.length + 1) : found
      if (this.#isInHeader) this.#count(passed - at)
      if (found === -1) {
        this.#kept = data.subarray(passed)
        return
      }

      // The line break that ends a header may also begin the delimiter of an empty part.
      at = this.#isInHeader ? found + 2 : found + sought.length
      if (this.#isInHeader) this.count += 1
      this.#isInHeader = !this.#isInHeader
      this.#headerBytes = 0
    }
  }

  #count(bytes: number): void {
    this.#headerBytes += bytes
    if (this.#headerBytes > this.#limitBytes) {
      throw new PayloadTooLarge('The header of a part is too large')
    }
  }
}
