/**
 * Bytes that arrive in pieces, joined as they arrive.
 *
 * The sender decides how small the pieces are, and a kept piece takes about 400 bytes besides its content: as a list,
 * 1 MB that came byte by byte took 400 MB. A single piece, the usual case, is not copied.
 */
export class JoinedBytes {
  /** How many bytes have arrived. */
  length = 0
  #bytes: Uint8Array = nothing
  #isOwn = false

  /** The size of the memory in bytes: at most twice `length`. */
  get heldBytes(): number {
    return this.#bytes.length
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.length
    if (this.length === 0) {
      this.#bytes = piece
      this.#isOwn = false
    } else {
      if (!this.#isOwn || length > this.#bytes.length) this.#grow(length)
      this.#bytes.set(piece, this.length)
    }
    this.length = length
  }

  /** Returns the bytes so far. Adding more does not change them. */
  toBytes(): Uint8Array {
    return this.length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.length)
  }

  /** Doubles the capacity, so that each byte is copied twice on average, however small the pieces are. */
  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed, this.length * 2))
    grown.set(this.toBytes())
    this.#bytes = grown
    this.#isOwn = true
  }
}

const nothing = new Uint8Array(0)
