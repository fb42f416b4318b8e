import { Ambient } from '../support/ambient.ts'
import type { Log } from './log.ts'

/** Where a line of application code is logged: an application's log and, if any, the request. */
export interface LinePlace {
  readonly log: Log
  readonly request?: { readonly id: string }
}

/**
 * Finds the log and the request for code that receives neither as an argument. Requests are tracked
 * only after `tenon/log` has been imported, because an asynchronous context slows down everything
 * the request awaits.
 */
export class LinePlaces {
  readonly #places = new Ambient<LinePlace>()
  /** Whether any code may ask for the current request: a field, because every request looks. */
  isFollowed = false

  follow(): void {
    this.isFollowed = true
  }

  /** The place of the current call, or else that of the running application. */
  get current(): LinePlace | undefined {
    return this.#places.get()
  }

  /** Makes `log` the log of the process; call the returned function to undo that. */
  register(log: Log): () => void {
    return this.#places.register({ log })
  }

  run<Result>(place: LinePlace, body: () => Result): Result {
    return this.#places.run(place, body)
  }
}

export const linePlaces = new LinePlaces()
