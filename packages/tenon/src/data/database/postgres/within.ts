/** Waits for a promise up to the time limit, and throws `timeout()` after it. */
export async function within<Result>(
  timeoutMs: number,
  promise: Promise<Result>,
  timeout: () => Error,
): Promise<Result> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timeout()), timeoutMs)
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
