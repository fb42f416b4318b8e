import { openSent, seal } from '../../../base/keys/keys.ts'
import { NotFound } from '../../../base/support/http-error.ts'
import { toOwnUrl } from '../../../web/routing/url.ts'
import type { FileClaim, FileOffer } from '../disk-backend.ts'

/*
 * A folder has no server, so the application itself answers the signed URLs of its files. The URL holds everything that
 * is allowed, sealed with the application's key. So answering needs no lookup, and the client needs no session.
 */

/** The path prefix of signed URLs. */
export const directPrefix = '/_app/storage/'

interface Download {
  readonly path: string
  readonly offer: FileOffer
}

interface Upload {
  readonly path: string
  readonly claim: FileClaim
}

export function toDownloadUrl(download: Download, expiresMs: number): string {
  return toUrl(seal(downloadPurpose, download, { expires: `${BigInt(expiresMs)}ms` }))
}

export function toUploadUrl(upload: Upload, expiresMs: number): string {
  return toUrl(seal(uploadPurpose, upload, { expires: `${BigInt(expiresMs)}ms` }))
}

function toUrl(token: string): string {
  return toOwnUrl(directPrefix + token)
}

const downloadPurpose = 'storage download'
const uploadPurpose = 'storage upload'

/** Opens the token of a download. Throws `NotFound` if this application has not sealed it, or if it has expired. */
export function openDownload(token: string): Download {
  // Sound: only `toDownloadUrl` seals for this purpose.
  return openToken(downloadPurpose, token) as Download
}

/** Opens the token of an upload. Throws `NotFound` if this application has not sealed it, or if it has expired. */
export function openUpload(token: string): Upload {
  // Sound: only `toUploadUrl` seals for this purpose.
  return openToken(uploadPurpose, token) as Upload
}

function openToken(purpose: string, token: string): {} {
  const content = openSent(purpose, token)
  if (content === undefined || content === null) throw new NotFound()
  return content
}
