import { inspectedBytes } from './content-type.ts'

/** The start of a stream, and the whole stream, of which the start has been read already. */
export interface StartedContent {
  readonly start: Uint8Array
  readonly content: AsyncIterable<Uint8Array>
  /** Ends the source without reading the rest. */
  readonly stop: () => Promise<void>
}

/** Reads as much of a stream as decides its type. */
export async function readStart(source: AsyncIterable<Uint8Array>): Promise<StartedContent> {
  const iterator = source[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let bytes = 0
  let hasEnded = false
  while (bytes < inspectedBytes && !hasEnded) {
    const { done, value } = await iterator.next()
    if (done === true) hasEnded = true
    else bytes += read.push(value) && value.length
  }

  async function* all(): AsyncIterable<Uint8Array> {
    yield* read
    if (!hasEnded) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return {
    start: Buffer.concat(read).subarray(0, inspectedBytes),
    content: all(),
    stop: async () => void (await iterator.return?.()),
  }
}

/** Passes a stream on until it exceeds the limit; then throws what `refuse` makes. Counts its bytes. */
export class LimitedContent implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>
  readonly #limitBytes: number
  readonly #refuse: () => Error
  /** How many have passed. */
  bytes = 0
  /** Whether the stream itself failed or was refused, and not the one that takes it. */
  hasFailed = false

  constructor(content: AsyncIterable<Uint8Array>, limitBytes: number, refuse: () => Error) {
    this.#content = content
    this.#limitBytes = limitBytes
    this.#refuse = refuse
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    try {
      for await (const piece of this.#content) {
        this.bytes += piece.length
        if (this.bytes > this.#limitBytes) throw this.#refuse()
        yield piece
      }
    } catch (error) {
      this.hasFailed = true
      throw error
    }
  }
}
