import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { liveStreams } from '../../pages/live/current-streams.ts'

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
    await readAll()
    // Clients are told at a pace: a change right after another one waits.
    for (let look = 0; isAnyBehind() && look < mostLooks; look += 1) await delay(5)
    await readAll()
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

/** A change is told in the turn of the event loop after its commit, and read in the next one. */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}

/** A second: four times as long as anybody waits to be told. */
const mostLooks = 200

/** Whether a client has not been told yet of a change. */
function isAnyBehind(): boolean {
  const streams = liveStreams.get()
  return streams !== undefined && streams.open.keys().some(({ isBehind }) => isBehind)
}
