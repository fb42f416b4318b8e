import { TimeLimit } from '../../../base/support/loop/time-limit.ts'

/** Waits for a promise up to the time limit, and throws `timeout()` after it. */
export async function within<Result>(
  timeoutMs: number,
  promise: Promise<Result>,
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
