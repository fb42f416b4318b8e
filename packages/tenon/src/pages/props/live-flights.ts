import type { ReadSet } from '../../data/queries/reads/read-set.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { Marks } from './metadata.ts'

/** A live prop as it was computed. */
export interface ComputedProp {
  readonly value: unknown
  readonly marks: Marks
  readonly reads: ReadSet
  /** The position of the feed of changes before the prop was loaded; `undefined` if nothing feeds it. */
  readonly position: string | undefined
}

/** Identifies the visitor: requests with the same key get the same props. */
export interface LiveAsker {
  readonly key: string
  /** The position of the feed when the request came, before anything was read for it. */
  readonly since: string
}

/**
 * Lets requests of the same asker share a live prop: of two hundred tabs that hear about a change, one computes it.
 *
 * What was computed is used for a second, and as long as nothing of what it has read was changed since its request
 * came: so it is what the other request would compute itself.
 */
export class LiveFlights {
  readonly #flights = new Map<string, Flight>()

  async join(
    path: string,
    { key, since }: LiveAsker,
    compute: () => Promise<ComputedProp>,
  ): Promise<ComputedProp> {
    const id = `${path}\n${key}`
    for (let flight = this.#flights.get(id); flight !== undefined;) {
      const computed = await flight.landing.catch(() => undefined)
      if (computed !== undefined && isCurrent(computed, flight.since)) return computed
      const next = this.#flights.get(id)
      flight = next === flight ? undefined : next
    }
    return this.#start(id, since, compute)
  }

  #start(id: string, since: string, compute: () => Promise<ComputedProp>): Promise<ComputedProp> {
    if (this.#flights.size >= flightLimit) return compute()
    const flight: Flight = { since, landing: compute() }
    this.#flights.set(id, flight)
    const end = (): void => {
      if (this.#flights.get(id) === flight) this.#flights.delete(id)
    }
    flight.landing.then(() => setTimeout(end, keptMs).unref(), end)
    return flight.landing
  }
}

interface Flight {
  /** The position of the feed when its request came. */
  readonly since: string
  readonly landing: Promise<ComputedProp>
}

const flightLimit = 1000
const keptMs = 1000

function isCurrent({ reads }: ComputedProp, since: string): boolean {
  return feeds.get()?.hasChanged(reads, since) === false
}
