import type { S3Client } from '@aws-sdk/client-s3'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'

/** Makes a store that does not answer, or that reports a failure of its own, a 503 instead of a 500. */
export function reportAbsence(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call)
      } catch (cause) {
        if (!isAbsence(cause)) throw cause
        throw new ServiceUnavailable('The store of files is unavailable. Try again soon.', {
          cause,
        })
      }
    },
    // Around the client's own attempts.
    { step: 'initialize', priority: 'high', name: 'tenonStoreAbsence' },
  )
}

function isAbsence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  return (
    (typeof code === 'string' && ABSENCES.has(code)) ||
    error.name === 'TimeoutError' ||
    statusOf(error) >= 500
  )
}

/** The status of an answer, as the client adds it to its errors; 0 without one. */
function statusOf(error: Error): number {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
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
