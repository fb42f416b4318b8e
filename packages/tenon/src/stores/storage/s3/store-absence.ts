import type { S3Client } from '@aws-sdk/client-s3'
import { LoopWatch } from '../../../base/support/loop/loop-watch.ts'
import { ProcessBusy } from '../../../base/support/loop/process-busy.ts'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'

/** Turns errors of an unavailable or failing store into a 503 instead of a 500. */
export function reportAbsence(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (call) => orAbsence(next(call)),
    // Wraps all attempts of the client together.
    { step: 'initialize', priority: 'high', name: 'tenonStoreAbsence' },
  )
  client.middlewareStack.add(
    (next) => async (call) => {
      using watch = new LoopWatch()
      return await next(call).catch((error: unknown) => throwSilence(error, watch.busyMs))
    },
    // Wraps each single attempt.
    { step: 'finalizeRequest', priority: 'low', name: 'tenonStoreSilence' },
  )
}

/** Throws `ServiceUnavailable` if the store caused the failure. */
export async function orAbsence<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toAbsence(error)
  }
}

/** Returns `ServiceUnavailable` for an error that the store has caused, and any other error unchanged. */
export function toAbsence(cause: unknown): unknown {
  if (!isAbsence(cause)) return cause
  const who =
    cause instanceof ProcessBusy ? 'This process is too busy' : 'The store of files is unavailable'
  return new ServiceUnavailable(`${who}. Try again soon.`, { cause })
}

/**
 * The store was silent for the whole time limit. The client must not retry, because that would take three times as
 * long. It would retry even if a timeout is only the cause of another error.
 */
class StoreSilent extends Error {
  override readonly name = 'StoreSilent'
}

/**
 * The client also reports a reset connection as a timeout. Retrying is right then, and also if this process was busy,
 * because the store may have answered.
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

/** The HTTP status in an error of the client; 0 without a response. */
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
