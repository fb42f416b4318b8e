import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { liveStreams } from '../../pages/live/current-streams.ts'

/** An event that a client receives on a stream. */
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

  /** Resolves when all events so far have been read. */
  async settled(): Promise<void> {
    await readAll()
    // Clients are told at intervals: a change right after another one waits.
    for (let look = 0; isAnyBehind() && look < mostLooks; look += 1) await delay(5)
    await readAll()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel()
    await this.#reading
  }

  async #read(hear: (event: LiveEvent) => void): Promise<void> {
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      // The server writes only complete events, perhaps several at once.
      for (const [, data = '{}'] of Buffer.from(part.value)
        .toString()
        .matchAll(/^data: (.*)$/gm)) {
        hear(JSON.parse(data))
      }
    }
  }
}

/** Waits for the stream: a change is told in the event loop's turn after its commit, and read in the next one. */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}

/** A second in all: four times as long as a client waits to be told. */
const mostLooks = 200

/** Whether a client has not been told about a change yet. */
function isAnyBehind(): boolean {
  const streams = liveStreams.get()
  return streams !== undefined && streams.open.keys().some(({ isBehind }) => isBehind)
}
