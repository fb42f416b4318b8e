import type { MaybePromise } from '../maybe-promise.ts'
import { TimeLimit } from './time-limit.ts'

/** Waits for a result up to the time limit, and throws `timeout()` after it. */
export async function withinLimit<Result>(
  timeoutMs: number,
  promise: MaybePromise<Result>,
  timeout: (busyMs: number) => Error,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const limit = new TimeLimit(timeoutMs, (busyMs) => reject(timeout(busyMs)))
  try {
    return await Promise.race([promise, late])
  } finally {
    limit.stop()
  }
}
