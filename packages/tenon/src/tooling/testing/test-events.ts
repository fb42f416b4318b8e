import { inspect } from 'node:util'
import type { EventObserver } from '../../work/events/event-bus.ts'
import type { DeclaredEvent } from '../../work/events/declared-event.ts'

/** The events that an application under test has emitted, in order; none that were rolled back. */
export class TestEvents implements EventObserver, Iterable<EmittedEvent> {
  readonly #emitted: EmittedEvent[] = []

  /** The names of all events. */
  get names(): readonly string[] {
    return this.#emitted.map(({ event }) => event.name)
  }

  [Symbol.iterator](): Iterator<EmittedEvent> {
    return this.#emitted.values()
  }

  /** What `console.log` shows: the name of each event, and what it carried. */
  [inspect.custom](): unknown {
    return this.#emitted.map(({ event, payload }) => ({ event: event.name, payload }))
  }

  /** What an event carried, each time it was emitted. */
  of<Payload>(event: DeclaredEvent<Payload>): readonly Payload[] {
    const emitted = this.#emitted.filter((each) => each.event === event)
    // Sound: `emit` takes a payload of its own event.
    return emitted.map(({ payload }) => payload as Payload)
  }

  /** Forgets what was emitted so far. */
  clear(): void {
    this.#emitted.length = 0
  }

  onEvent(event: DeclaredEvent<unknown>, payload: unknown): void {
    this.#emitted.push({ event, payload })
  }

  /** In a test, the error of a listener is the error of what has emitted. */
  onFailure(_listener: unknown, error: unknown): never {
    throw error
  }
}

/** An event as it was emitted. */
export interface EmittedEvent {
  readonly event: DeclaredEvent<unknown>
  readonly payload: unknown
}
