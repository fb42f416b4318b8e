import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LiveProps } from '../../pages/live/live-tickets.ts'

/** A live page that a client of a test shows: `await using page = await app.live('/todos')`. */
export class LiveTestPage implements AsyncDisposable {
  readonly #props: LiveProps
  readonly #leave: () => Promise<void>
  readonly #told = new Set<string>()
  readonly #reading: Promise<void>

  constructor(props: LiveProps, stream: ReadableStream<Uint8Array>) {
    const reader = stream.getReader()
    this.#props = props
    this.#leave = () => reader.cancel()
    this.#reading = this.#read(reader)
  }

  /**
   * The names of the props that the page was told to ask for again, since this was last asked. Await what
   * changes them first.
   */
  async told(): Promise<readonly string[]> {
    // A change is told in the turn of the event loop after its commit, and read in the next one.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    const told = [...this.#told].toSorted()
    this.#told.clear()
    return told
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave()
    await this.#reading
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const text = Buffer.from(part.value).toString()
      // Sound: the server writes each event in one piece.
      const event = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as { changed?: object }
      for (const [prop, { watch }] of Object.entries(this.#props)) {
        if (event.changed !== undefined && watch in event.changed) this.#told.add(prop)
      }
    }
  }
}
