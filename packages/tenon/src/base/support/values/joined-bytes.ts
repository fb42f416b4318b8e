/**
 * Bytes that arrive in pieces, joined as they arrive.
 *
 * The sender decides how small the pieces are, and a kept piece costs about 400 bytes more than it holds: a list of the
 * pieces of 1 MB that came byte by byte took 400 MB. A single piece, the usual case, is kept as it is and not copied.
 */
export class JoinedBytes {
  /** How many bytes have arrived. */
  length = 0
  #bytes: Uint8Array = nothing
  #isOwn = false

  /** How much memory they take: at most twice their number. */
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

  /** Returns what has arrived. What is added later does not change it. */
  toBytes(): Uint8Array {
    return this.length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.length)
  }

  /** Doubles the room, so that each byte is copied twice on average, however small the pieces are. */
  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed, this.length * 2))
    grown.set(this.toBytes())
    this.#bytes = grown
    this.#isOwn = true
  }
}

const nothing = new Uint8Array(0)
