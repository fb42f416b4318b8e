import type { S3Client } from '@aws-sdk/client-s3'
import { LoopWatch } from '../../../base/support/loop/loop-watch.ts'
import { ProcessBusy } from '../../../base/support/loop/process-busy.ts'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'

/** Makes a store that does not answer, or that reports a failure of its own, a 503 instead of a 500. */
export function reportAbsence(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (call) => orAbsence(next(call)),
    // Around the client's own attempts.
    { step: 'initialize', priority: 'high', name: 'tenonStoreAbsence' },
  )
  client.middlewareStack.add(
    (next) => async (call) => {
      using watch = new LoopWatch()
      return await next(call).catch((error: unknown) => throwSilence(error, watch.busyMs))
    },
    // Each attempt.
    { step: 'finalizeRequest', priority: 'low', name: 'tenonStoreSilence' },
  )
}

/** Throws `ServiceUnavailable` if the store is why this fails. */
export async function orAbsence<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toAbsence(error)
  }
}

/** Returns `ServiceUnavailable` for an error that the store is the reason of, and any other error as it is. */
export function toAbsence(cause: unknown): unknown {
  if (!isAbsence(cause)) return cause
  const who =
    cause instanceof ProcessBusy ? 'This process is too busy' : 'The store of files is unavailable'
  return new ServiceUnavailable(`${who}. Try again soon.`, { cause })
}

/**
 * A store that was silent for the whole time is not asked again, which would take three times as long.
 * The client would, even if such an error is only the cause of another one.
 */
class StoreSilent extends Error {
  override readonly name = 'StoreSilent'
}

/**
 * The client also calls a connection that was reset a timeout, and rightly tries it again. So it does
 * if this process was busy, because then the store may have answered.
 */
function throwSilence(error: unknown, busyMs: number): never {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  const isSilence = isTimeout && (!('code' in error) || error.code === 'ETIMEDOUT')
  if (isSilence && busyMs > 0) throw Object.assign(new ProcessBusy(busyMs), { code: 'ETIMEDOUT' })
  throw isSilence ? new StoreSilent(error.message) : error
}

function isAbsence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  return (
    (typeof code === 'string' && ABSENCES.has(code)) ||
    error instanceof StoreSilent ||
    error.name === 'TimeoutError' ||
    statusOf(error) >= 500
  )
}

/** The status of an answer, as the client adds it to its errors; 0 without one. */
export function statusOf(error: unknown): number {
  const metadata: unknown =
    error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const hasStatus =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return hasStatus ? Number(metadata.httpStatusCode) : 0
}

const ABSENCES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
