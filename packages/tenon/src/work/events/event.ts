import { SetupError } from '../../base/support/setup-error.ts'
import type { DeclaredEvent } from './declared-event.ts'
import { currentEvents } from './event-bus.ts'

/** Something that has happened in the application, with what others need to know about it. */
export class DomainEvent<Payload> implements DeclaredEvent<Payload> {
  /** Carries the type; the property does not exist at run time. */
  declare readonly '~payload': Payload
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /**
   * Tells the listeners of the application that it has happened.
   *
   * Listening jobs are dispatched at once, and inside a transaction with it. Functions are called after the
   * commit, one after the other; without a transaction, before `emit` resolves. If one fails, that is logged and
   * the others are still called. After a rollback nobody has heard anything.
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
