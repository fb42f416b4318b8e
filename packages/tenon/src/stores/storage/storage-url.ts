import { resolve } from 'node:path'
import { SetupError } from '../../base/support/setup-error.ts'

/** A parsed `STORAGE_URL`. */
export type StorageUrl = FolderUrl | BucketUrl

export interface FolderUrl {
  readonly kind: 'folder'
  /** An absolute path. */
  readonly folder: string
}

export interface BucketUrl {
  readonly kind: 'bucket'
  readonly bucket: string
  /** The start of every key: empty, or with a slash at the end. */
  readonly prefix: string
  readonly region: string | undefined
  /** The server, if it is not one of Amazon. */
  readonly endpoint: string | undefined
}

/** Parses `file:./storage` or `s3://bucket/prefix?region=…&endpoint=…`. Throws `E_STORAGE_URL` for any other text. */
export function parseStorageUrl(text: string): StorageUrl {
  if (text.startsWith('file:')) return toFolder(text.slice('file:'.length))
  const url = URL.parse(text)
  if (url?.protocol === 's3:') return toBucket(url)
  throw malformed()
}

/**
 * The origin from which browsers load files of a bucket. `undefined` for a folder, or if the URL does not name a
 * region.
 */
export function bucketOrigin(url: StorageUrl): string | undefined {
  if (url.kind === 'folder') return undefined
  const { bucket, region, endpoint } = url
  if (endpoint !== undefined) return new URL(endpoint).origin
  if (region === undefined) return undefined
  const server = `s3.${region}.amazonaws.com`
  // A certificate for `*.s3.…` does not cover a name with dots.
  return bucket.includes('.') ? `https://${server}` : `https://${bucket}.${server}`
}

function toFolder(path: string): FolderUrl {
  const folder = path.startsWith('//') ? path.slice(2) : path
  if (folder === '') throw malformed()
  return { kind: 'folder', folder: resolve(folder) }
}

function toBucket(url: URL): BucketUrl {
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.hash === ''
  const names = [...url.searchParams.keys()]
  const isKnown = names.every((name) => name === 'region' || name === 'endpoint')
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (!isPlain || !isKnown || url.hostname === '' || !isEndpoint(endpoint)) throw malformed()

  const folder = url.pathname.split('/').filter((part) => part !== '')
  return {
    kind: 'bucket',
    bucket: url.hostname,
    prefix: folder.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') ?? undefined,
    endpoint,
  }
}

function isEndpoint(text: string | undefined): boolean {
  return text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** Contains no value of the URL: it could hold a misplaced key. */
function malformed(): SetupError {
  return new SetupError(
    'E_STORAGE_URL',
    'STORAGE_URL is malformed. Write file:<folder> or s3://<bucket>/<prefix>?region=<region>&endpoint=<https URL>. The keys of S3 belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  )
}
