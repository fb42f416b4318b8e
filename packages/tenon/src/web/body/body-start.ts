/** How much of a body is inspected before it is read. */
const startBytes = 64 * 1024

/** Lets you inspect the start of a body and still read the whole body afterwards. */
export class BodyStart {
  readonly #stream: () => AsyncIterable<Uint8Array>
  #start: Promise<readonly Uint8Array[]> | undefined
  #isWhole = false

  /** Each call of `stream` must continue where the reader of the previous one stopped. */
  constructor(stream: () => AsyncIterable<Uint8Array>) {
    this.#stream = stream
  }

  /** Returns the first 64 KiB, rounded up to whole chunks, or the whole body if it is smaller. */
  async peek(): Promise<Uint8Array> {
    return Buffer.concat(await (this.#start ??= this.#readStart()))
  }

  /** Streams the whole body. */
  async *read(): AsyncIterable<Uint8Array> {
    yield* await (this.#start ?? [])
    if (!this.#isWhole) yield* this.#stream()
  }

  async #readStart(): Promise<readonly Uint8Array[]> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of this.#stream()) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= startBytes) return pieces
    }
    this.#isWhole = true
    return pieces
  }
}
