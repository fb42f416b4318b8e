import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { DeclaredEvent } from './declared-event.ts'

/** A function that is called after the commit. */
export type ListenerFunction<Payload> = (payload: Payload) => MaybePromise<void>

/** A job: what `job()` returns. */
export interface ListeningJob<Input> {
  readonly settings: { readonly name: string }
  dispatch(input: Input): Promise<unknown>
}

/** One that listens to one event, without the types of what it hears. */
export interface Listener {
  readonly event: DeclaredEvent<unknown>
  readonly kind: 'function' | 'job'
  /** The name of the function or job. */
  readonly name: string
  readonly hear: (payload: unknown) => unknown
}

/**
 * Listens to an event: `listen(todoDone, notifyOwner)`. List it in `application({ events })`.
 *
 * A function is called after the commit. A job is dispatched in the transaction; if its input is not what the
 * event carries, add a function that makes it: `listen(todoDone, sendMail, ({ todo }) => ({ id: todo.id }))`.
 */
export function listen<Payload, Input = Payload>(
  event: DeclaredEvent<Payload>,
  to: ListenerFunction<Payload> | ListeningJob<Input>,
  ...[toInput]: ToInput<Payload, Input>
): Listener {
  if (typeof to === 'function') {
    return { event, kind: 'function', name: to.name || 'a function', hear: to as Listener['hear'] }
  }
  const hear = (payload: Payload): Promise<unknown> =>
    // Sound: without `toInput`, the compiler has checked that the payload is an input.
    to.dispatch(toInput === undefined ? (payload as Payload & Input) : toInput(payload))
  return { event, kind: 'job', name: to.settings.name, hear: hear as Listener['hear'] }
}

/** How a job gets its input; optional if the event carries just that. */
// oxfmt-ignore
export type ToInput<Payload, Input> =
  [Payload] extends [Input]
    ? [toInput?: (payload: Payload) => Input]
    : [toInput: (payload: Payload) => Input]
