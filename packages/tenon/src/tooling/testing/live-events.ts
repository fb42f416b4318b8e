import { setImmediate as nextTurn } from 'node:timers/promises'

/** What a client is told on an event stream. */
export interface LiveEvent {
  readonly changed?: object
  readonly messages?: readonly (readonly [watch: string, message: unknown])[]
  readonly here?: Readonly<Record<string, { readonly members: readonly unknown[] }>>
}

/** The events of a stream, as a test reads them. */
export class LiveEvents implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #reading: Promise<void>

  constructor(stream: ReadableStream<Uint8Array>, hear: (event: LiveEvent) => void) {
    this.#reader = stream.getReader()
    this.#reading = this.#read(hear)
  }

  /** Resolves when everything is read that was told. */
  async settled(): Promise<void> {
    // A change is told in the turn of the event loop after its commit, and read in the next one.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel()
    await this.#reading
  }

  async #read(hear: (event: LiveEvent) => void): Promise<void> {
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      // The server writes events as a whole, perhaps several at once.
      for (const [, data = '{}'] of Buffer.from(part.value)
        .toString()
        .matchAll(/^data: (.*)$/gm)) {
        hear(JSON.parse(data))
      }
    }
  }
}
