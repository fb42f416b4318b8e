import type { MaybePromise } from '../../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../../base/support/setup-error.ts'
import type { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'

/** Converts the result of a handler for one of its statuses to the reply that it declares. */
export type Writer = (returned: Returned) => MaybePromise<Reply>

/** What a handler returned. */
export interface Returned {
  readonly status: number
  /** The value itself, or the one in `answer()`; the reply, if it returned another one. */
  readonly value: unknown
  /** What it returned, if that is a reply: its headers and cookies are sent. */
  readonly reply: Reply | undefined
}

/** The error for a response that differs from its declaration. */
export function different({ pattern, place }: RouteSite, difference: string): SetupError {
  return new SetupError(
    'E_ANSWER',
    `The response of "${pattern.path}" (${place.location}) is not what the handler declares: ${difference}.`,
  )
}
