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
  /** Up to where the tab was told what has changed, if it says so. */
  readonly told: string | undefined
}

/**
 * Lets requests of the same asker share a live prop: of two hundred tabs that hear about a change, one computes it.
 *
 * What was computed is used for a second, and as long as nothing of what it has read was changed since its request
 * came: so it is what the other request would compute itself. A tab may know a change from another process that this
 * one does not know yet. It shares only what was asked for by one that was told the same.
 */
export class LiveFlights {
  readonly #flights = new Map<string, Flight>()

  async join(
    path: string,
    { key, ...asker }: LiveAsker,
    compute: () => Promise<ComputedProp>,
  ): Promise<ComputedProp> {
    const id = `${path}\n${key}`
    for (let flight = this.#flights.get(id); flight !== undefined && mayShare(flight, asker);) {
      const computed = await flight.landing.catch(() => undefined)
      if (computed !== undefined && isCurrent(computed, flight.since)) return computed
      const next = this.#flights.get(id)
      flight = next === flight ? undefined : next
    }
    return this.#start(id, asker, compute)
  }

  #start(
    id: string,
    asker: Omit<LiveAsker, 'key'>,
    compute: () => Promise<ComputedProp>,
  ): Promise<ComputedProp> {
    if (this.#flights.size >= flightLimit) return compute()
    const flight: Flight = { ...asker, landing: compute() }
    this.#flights.set(id, flight)
    const end = (): void => {
      if (this.#flights.get(id) === flight) this.#flights.delete(id)
    }
    flight.landing.then(() => setTimeout(end, keptMs).unref(), end)
    return flight.landing
  }
}

interface Flight extends Omit<LiveAsker, 'key'> {
  readonly landing: Promise<ComputedProp>
}

const flightLimit = 1000
const keptMs = 1000

/** Whether a flight began after every change that a tab knows, or this process knows them all: then `isCurrent` decides. */
function mayShare(flight: Flight, { told }: Omit<LiveAsker, 'key'>): boolean {
  if (told === undefined) return false
  return told === flight.told || feeds.get()?.hasHeard(told) === true
}

function isCurrent({ reads }: ComputedProp, since: string): boolean {
  return feeds.get()?.hasChanged(reads, since) === false
}
