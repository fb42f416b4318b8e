import { JoinedBytes } from '../../base/support/values/joined-bytes.ts'

/** Lets you inspect the start of a body and still read the whole body afterwards. */
export class BodyStart {
  readonly #stream: () => AsyncIterable<Uint8Array>
  #start: Promise<Uint8Array> | undefined
  #isWhole = false

  /** Each call of `stream` must continue where the reader of the previous one stopped. */
  constructor(stream: () => AsyncIterable<Uint8Array>) {
    this.#stream = stream
  }

  /** Returns the first bytes, rounded up to whole chunks, or the whole body if it is smaller. Later calls return the same. */
  peek(bytes: number): Promise<Uint8Array> {
    return (this.#start ??= this.#readStart(bytes))
  }

  /** Streams the whole body. */
  async *read(): AsyncIterable<Uint8Array> {
    if (this.#start !== undefined) yield await this.#start
    if (!this.#isWhole) yield* this.#stream()
  }

  async #readStart(bytes: number): Promise<Uint8Array> {
    const read = new JoinedBytes()
    for await (const piece of this.#stream()) {
      read.add(piece)
      if (read.length >= bytes) return read.toBytes()
    }
    this.#isWhole = true
    return read.toBytes()
  }
}
