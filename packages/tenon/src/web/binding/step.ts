import type { HttpRequest } from '../http/request.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'

/** What a handler will receive, filled in step by step. */
export type Input = Record<string, unknown>

/** Fills in a part of the input; gives a promise only where it has to wait. */
export type Step = (input: Input, request: HttpRequest) => MaybePromise<void>

/** Puts a value into the input, at once when it is there. */
export function put(input: Input, name: string, value: unknown): MaybePromise<void> {
  if (isPromise(value)) {
    return value.then((ready) => {
      input[name] = ready
    })
  }
  input[name] = value
  return undefined
}
