import type { HttpRequest } from '../http/request.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'

/** The input of a handler, filled in step by step. */
export type Input = Record<string, unknown>

/** Fills in a part of the input; returns a promise only if it has to wait. */
export type Step = (input: Input, request: HttpRequest) => MaybePromise<void>

/** Stores a value in the input, immediately unless it is a promise. */
export function put(input: Input, name: string, value: unknown): MaybePromise<void> {
  if (isPromise(value)) {
    return value.then((ready) => {
      input[name] = ready
    })
  }
  input[name] = value
  return undefined
}
