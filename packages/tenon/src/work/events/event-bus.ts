import { logContexts } from '../../base/log/log-context.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { afterCommit, transaction } from '../../data/database/current-database.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { DeclaredEvent } from './declared-event.ts'
import { writePayload } from './event-payload.ts'
import type { Listener } from './listener.ts'

/** The listeners of one application, and how events reach them. */
export class EventBus {
  readonly #listeners: readonly Listener[]
  readonly #observer: EventObserver | undefined

  /** Throws `E_EVENT_NAME_TAKEN` if two events share a name, and `E_LISTENER_NAME_TAKEN` if two listeners do. */
  constructor(listeners: readonly Listener[] = [], observer?: EventObserver) {
    assertNames(listeners)
    this.#listeners = listeners
    this.#observer = observer
  }

  async emit<Payload>(event: DeclaredEvent<Payload>, payload: Payload): Promise<void> {
    const listeners = this.#listeners.filter((listener) => listener.event === event)
    const jobs = listeners.filter(({ kind }) => kind === 'job')
    const functions = listeners.filter(({ kind }) => kind !== 'job')
    const written = functions.some(isOfEveryProcess) ? writePayload(event, payload) : undefined
    await dispatchAll(jobs, payload)
    if (functions.length === 0 && this.#observer === undefined) return
    await afterCommit(() => {
      if (written !== undefined) feeds.get()?.tellEvent(event.name, JSON.parse(written))
      this.#observer?.onEvent(event, payload)
      return this.#call(functions, (listener) =>
        written !== undefined && isOfEveryProcess(listener) ? JSON.parse(written) : payload,
      )
    })
  }

  /** Calls this process's listeners of every process for an event that another process has emitted. */
  async hear(name: string, payload: unknown): Promise<void> {
    const listeners = this.#listeners.filter(
      (listener) => listener.event.name === name && isOfEveryProcess(listener),
    )
    await this.#call(listeners, () => payload)
  }

  async #call(
    listeners: readonly Listener[],
    toPayload: (listener: Listener) => unknown,
  ): Promise<void> {
    const fail = this.#observer?.onFailure ?? logFailure
    for (const listener of listeners) {
      try {
        await listener.hear(toPayload(listener))
      } catch (error) {
        fail(listener, error)
      }
    }
  }
}

/** Sees every emitted event, for tests. */
export interface EventObserver {
  onEvent(event: DeclaredEvent<unknown>, payload: unknown): void
  /** Called when a listener throws. Default: logs the error. */
  readonly onFailure?: (listener: Listener, error: unknown) => void
}

/** The events of the running application. */
export const eventBuses = new Ambient<EventBus>()

/** Returns the event bus of the current call. Throws `E_NO_EVENTS` if no application has been started. */
export function currentEvents(): EventBus {
  const bus = eventBuses.get()
  if (bus !== undefined) return bus
  throw new SetupError(
    'E_NO_EVENTS',
    'An event was emitted before an application was started. Emit events from handlers, tasks, jobs and commands.',
  )
}

function isOfEveryProcess({ kind }: Listener): boolean {
  return kind === 'function of every process'
}

/** Dispatches all jobs or none. */
async function dispatchAll(jobs: readonly Listener[], payload: unknown): Promise<void> {
  const dispatch = async (): Promise<void> => {
    for (const job of jobs) await job.hear(payload)
  }
  await (jobs.length > 1 ? transaction(dispatch) : dispatch())
}

function logFailure({ event, name }: Listener, error: unknown): void {
  logContexts.current.log.error(`The listener "${name}" of the event "${event.name}" failed`, {
    error,
  })
}

function assertNames(listeners: readonly Listener[]): void {
  const byName = new Map<string, DeclaredEvent<unknown>>()
  const names = new Set<string>()
  for (const { event, name } of listeners) {
    if (names.has(name)) {
      throw new SetupError(
        'E_LISTENER_NAME_TAKEN',
        `Two listeners are named "${name}". Rename one, so that the log and "events" tell them apart.`,
      )
    }
    names.add(name)
    const other = byName.get(event.name)
    byName.set(event.name, event)
    if (other === undefined || other === event) continue
    throw new SetupError(
      'E_EVENT_NAME_TAKEN',
      `Two events are named "${event.name}". Rename one of them, or import the same one everywhere.`,
    )
  }
}
