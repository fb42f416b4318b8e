import { resolve } from 'node:path'
import { SetupError } from '../../base/support/setup-error.ts'

/** Where files are stored, as `STORAGE_URL` says. */
export type StorageUrl = FolderUrl | BucketUrl

export interface FolderUrl {
  readonly kind: 'folder'
  /** Absolute. */
  readonly folder: string
}

export interface BucketUrl {
  readonly kind: 'bucket'
  readonly bucket: string
  /** What every key begins with: empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string | undefined
  /** The server, if it is not Amazon's. */
  readonly endpoint: string | undefined
}

/** Parses `file:./storage` or `s3://bucket/prefix?region=…&endpoint=…`. Throws `E_STORAGE_URL`. */
export function parseStorageUrl(text: string): StorageUrl {
  if (text.startsWith('file:')) return toFolder(text.slice('file:'.length))
  const url = URL.parse(text)
  if (url?.protocol === 's3:') return toBucket(url)
  throw malformed()
}

/** Where browsers load files of a bucket from; `undefined` for a folder, and if only the environment names the region. */
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

/** Names no value: the URL could hold a key that does not belong there. */
function malformed(): SetupError {
  return new SetupError(
    'E_STORAGE_URL',
    'STORAGE_URL is malformed. Write file:<folder> or s3://<bucket>/<prefix>?region=<region>&endpoint=<https URL>. The keys of S3 belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  )
}
