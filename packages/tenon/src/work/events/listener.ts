import { SetupError } from '../../base/support/setup-error.ts'
import type { Wire } from '../../data/records/wire.ts'
import type { DeclaredEvent } from './declared-event.ts'

/** A job that a listener can dispatch, made by `job()` and `.run()`. */
export interface ListeningJob<Input> {
  readonly name: string
  dispatch(input: Input): Promise<unknown>
}

/** A listener of one event, for `application({ listeners })`. */
export interface Listener {
  readonly event: DeclaredEvent<unknown>
  readonly kind: 'function' | 'function of every process' | 'job'
  readonly name: string
  readonly hear: (payload: unknown) => unknown
}

/** A named listener that still needs its function or its job. */
export interface ListenerWithoutFunction<Payload> {
  /** Calls the function after the commit. */
  // If the result were not `any`, a function that emits an event in turn would need a type annotation.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (payload: Payload) => any): Listener
  /**
   * Calls the function in every process that serves or works, including those that have not emitted the event. The
   * function receives the payload as JSON. Use it for data that each process has in memory.
   *
   * Other processes receive the event at most once, a moment after the commit. They miss it while they start, or while
   * they have no connection. `emit` throws `E_EVENT_PAYLOAD` for a payload of more than 6,000 bytes.
   */
  inEveryProcess(): ListenerInEveryProcess<Payload>
  /**
   * Dispatches the job in the transaction of the event. If the payload is not the job's input, add a function that
   * converts it.
   */
  dispatch<Input = Payload>(job: ListeningJob<Input>, ...toInput: ToInput<Payload, Input>): Listener
}

/** A named listener of every process that still needs its function. */
export interface ListenerInEveryProcess<Payload> {
  /** Calls the function after the commit, in every process. */
  // If the result were not `any`, a function that emits an event in turn would need a type annotation.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (payload: Wire<Payload>) => any): Listener
}

/**
 * Declares a listener for an event, and then what it does.
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
        // Sound: without `toInput`, the compiler has checked that the payload is the job's input.
        job.dispatch(toInput === undefined ? (payload as never) : toInput(payload))
      return { event, kind: 'job', name, hear: hear as Listener['hear'] }
    },
  }
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

/** How to make the job's input; optional if the payload is the input. */
// oxfmt-ignore
export type ToInput<Payload, Input> =
  [Payload] extends [Input]
    ? [toInput?: (payload: Payload) => Input]
    : [toInput: (payload: Payload) => Input]
