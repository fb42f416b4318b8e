import { inspect } from 'node:util'
import type { EventObserver } from '../../work/events/event-bus.ts'
import type { DeclaredEvent } from '../../work/events/declared-event.ts'

/** The events that an application under test has emitted, in order, except those that were rolled back. */
export class TestEvents implements EventObserver, Iterable<EmittedEvent> {
  readonly #emitted: EmittedEvent[] = []

  get count(): number {
    return this.#emitted.length
  }

  /** The names of all events. */
  get names(): readonly string[] {
    return this.#emitted.map(({ event }) => event.name)
  }

  [Symbol.iterator](): Iterator<EmittedEvent> {
    return this.#emitted.values()
  }

  /** What `console.log` shows: the name and payload of each event. */
  [inspect.custom](): unknown {
    return this.#emitted.map(({ event, payload }) => ({ event: event.name, payload }))
  }

  /** The payloads of an event, one for each time it was emitted. */
  of<Payload>(event: DeclaredEvent<Payload>): readonly Payload[] {
    const emitted = this.#emitted.filter((each) => each.event === event)
    // Sound: `emit` takes a payload of its own event.
    return emitted.map(({ payload }) => payload as Payload)
  }

  /** Forgets the events so far. */
  clear(): void {
    this.#emitted.length = 0
  }

  onEvent(event: DeclaredEvent<unknown>, payload: unknown): void {
    this.#emitted.push({ event, payload })
  }

  /** In a test, the error of a listener becomes the error of the code that emitted the event. */
  onFailure(_listener: unknown, error: unknown): never {
    throw error
  }
}

/** An emitted event and its payload. */
export interface EmittedEvent {
  readonly event: DeclaredEvent<unknown>
  readonly payload: unknown
}
