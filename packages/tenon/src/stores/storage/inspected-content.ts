import { JoinedBytes } from '../../base/support/values/joined-bytes.ts'
import { inspectedBytes } from './content-type.ts'

/** The start of a stream, and the whole stream including that start. */
export interface StartedContent {
  readonly start: Uint8Array
  readonly content: AsyncIterable<Uint8Array>
  /** Ends the source without reading the rest. */
  readonly stop: () => Promise<void>
}

/** Reads as much of a stream as is needed to decide its type. */
export async function readStart(source: AsyncIterable<Uint8Array>): Promise<StartedContent> {
  const iterator = source[Symbol.asyncIterator]()
  const read = new JoinedBytes()
  let hasEnded = false
  while (read.length < inspectedBytes && !hasEnded) {
    const { done, value } = await iterator.next()
    if (done === true) hasEnded = true
    else read.add(value)
  }

  async function* all(): AsyncIterable<Uint8Array> {
    if (read.length > 0) yield read.toBytes()
    if (!hasEnded) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return {
    start: read.toBytes().subarray(0, inspectedBytes),
    content: all(),
    stop: async () => void (await iterator.return?.()),
  }
}

/** Passes a stream on and counts its bytes. If it exceeds the limit, throws the error of `refuse`. */
export class LimitedContent implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>
  readonly #limitBytes: number
  readonly #refuse: () => Error
  /** How many bytes have passed. */
  bytes = 0
  /** Whether reading the stream failed or exceeded the limit. `false` if the consumer failed. */
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
