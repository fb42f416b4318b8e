import type { StoreProblem } from '../disk-backend.ts'

/** Explains why listing a bucket failed. The names are S3's error codes. */
export function toProblem(bucket: string, error: unknown): StoreProblem {
  const name = error instanceof Error ? error.name : ''
  const text = error instanceof Error ? error.message : String(error)
  if (name === 'NoSuchBucket') {
    const problem = `The bucket "${bucket}" does not exist`
    return { isFatal: true, problem, remedy: 'Create it, or correct the name.' }
  }
  if (name === 'AccessDenied') {
    const problem = `The keys may not list the bucket "${bucket}", so S3 answers 403 for a file that does not exist`
    return { isFatal: true, problem, remedy: 'Allow s3:ListBucket.' }
  }
  if (REFUSED_KEYS.has(name)) {
    const problem = `The keys of S3 are missing or refused: ${text}`
    const remedy = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the region in the URL.'
    return { isFatal: true, problem, remedy }
  }
  const problem = `The store of the bucket "${bucket}" does not answer: ${text || name}`
  return { isFatal: true, problem, remedy: 'Check the endpoint, the region and the network.' }
}

const REFUSED_KEYS: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'AuthorizationHeaderMalformed',
  'CredentialsProviderError',
])
