import { SetupError } from '../../base/support/setup-error.ts'
import type { Wire } from '../../data/records/wire.ts'
import type { DeclaredEvent } from './declared-event.ts'

/** A job as a listener dispatches it: what `job()` and `.run()` make. */
export interface ListeningJob<Input> {
  readonly name: string
  dispatch(input: Input): Promise<unknown>
}

/** One that listens to one event, for `application({ listeners })`. */
export interface Listener {
  readonly event: DeclaredEvent<unknown>
  readonly kind: 'function' | 'function of every process' | 'job'
  readonly name: string
  readonly hear: (payload: unknown) => unknown
}

/** A named listener that does not say yet what it does. */
export interface ListenerWithoutFunction<Payload> {
  /** Calls the function after the commit. */
  // With another result than `any`, a function that emits an event in turn needs a type.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (payload: Payload) => any): Listener
  /**
   * Calls the function in every process that serves or works, also in those that have not emitted the event. It
   * receives the payload as JSON. Use it for what each process has in its memory.
   *
   * Other processes are told at most once, a moment after the commit. They miss it while they start, or while their
   * connection is lost. `emit` throws `E_EVENT_PAYLOAD` for a payload of more than 6,000 bytes.
   */
  inEveryProcess(): ListenerInEveryProcess<Payload>
  /**
   * Dispatches the job in the transaction of the event. If its input is not what the event carries,
   * add a function that makes it.
   */
  dispatch<Input = Payload>(job: ListeningJob<Input>, ...toInput: ToInput<Payload, Input>): Listener
}

/** A named listener of every process that does not say yet what it does. */
export interface ListenerInEveryProcess<Payload> {
  /** Calls the function after the commit, in every process. */
  // With another result than `any`, a function that emits an event in turn needs a type.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (payload: Wire<Payload>) => any): Listener
}

/**
 * Declares who listens to an event, and then what it does.
 *
 *     export const notifyOwner = listener('notify-owner', todoDone).run(async ({ todo }) => { … })
 *     export const bill = listener('bill', todoDone).dispatch(invoice, ({ todo }) => ({ order: todo.id }))
 *
 * List it in `application({ listeners })`. Throws `E_LISTENER_NAME` for a malformed name.
 */
export function listener<Payload>(
  name: string,
  event: DeclaredEvent<Payload>,
): ListenerWithoutFunction<Payload> {
  if (!NAME.test(name)) {
    throw new SetupError(
      'E_LISTENER_NAME',
      `Invalid listener name "${name}". Use 1 to 100 letters, digits and ":", ".", "_" or "-", starting with a letter or digit.`,
    )
  }
  return {
    run: (run) => ({ event, kind: 'function', name, hear: run as Listener['hear'] }),
    inEveryProcess: () => ({
      run: (run) => {
        const hear = run as Listener['hear']
        return { event, kind: 'function of every process', name, hear }
      },
    }),
    dispatch: (job, ...[toInput]) => {
      const hear = (payload: Payload): Promise<unknown> =>
        // Sound: without `toInput`, the compiler has checked that the payload is an input.
        job.dispatch(toInput === undefined ? (payload as never) : toInput(payload))
      return { event, kind: 'job', name, hear: hear as Listener['hear'] }
    },
  }
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

/** How a job gets its input; optional if the event carries just that. */
// oxfmt-ignore
export type ToInput<Payload, Input> =
  [Payload] extends [Input]
    ? [toInput?: (payload: Payload) => Input]
    : [toInput: (payload: Payload) => Input]
