import { SetupError } from '../../base/support/setup-error.ts'
import type { DeclaredEvent } from './declared-event.ts'
import { currentEvents } from './event-bus.ts'

/** Something that has happened in the application, with a payload for its listeners. */
export class DomainEvent<Payload> implements DeclaredEvent<Payload> {
  /** Carries the type; the property does not exist at run time. */
  declare readonly '~payload': Payload
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /**
   * Tells the listeners of the application about the event.
   *
   * Jobs are dispatched at once; inside a transaction, they are part of it. Functions run after the commit, one after
   * another; without a transaction, they run before `emit` resolves. If a function fails, the error is logged and the
   * other listeners still run. After a rollback, no listener runs.
   *
   * Throws `E_NO_EVENTS` if no application has been started, and `E_EVENT_PAYLOAD` if a listener of every process needs
   * JSON of more than 6,000 bytes or of another kind.
   */
  async emit(payload: Payload): Promise<void> {
    await currentEvents().emit(this, payload)
  }
}

/** Declares an event: `event<{ todo: Todo }>('todo.done')`. Throws `E_EVENT_NAME` for a malformed name. */
export function event<Payload>(name: string): DomainEvent<Payload> {
  if (/^[a-zA-Z][\w.:-]{0,99}$/.test(name)) return new DomainEvent(name)
  throw new SetupError(
    'E_EVENT_NAME',
    `An event cannot be named "${name}". Use 1 to 100 letters, digits and ".", ":", "_" or "-", beginning with a letter.`,
  )
}
