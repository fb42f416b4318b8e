import { open, seal } from '../../base/keys/current-keys.ts'
import { BadRequest, MethodNotAllowed, NotFound } from '../../base/support/http-error.ts'
import { noContent } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { currentStore } from './current-storage.ts'
import type { FileClaim, FileOffer } from './file-store.ts'

/*
 * A folder has no server of its own, so the application answers the signed URLs of its files. The URL
 * holds everything that is allowed, sealed with the application's key: nothing is looked up, and
 * a client that has it needs no session.
 */

/** What the paths of signed URLs begin with. */
const prefix = '/_app/storage/'

interface Download {
  readonly path: string
  readonly offer: FileOffer
}

interface Upload {
  readonly path: string
  readonly claim: FileClaim
}

export function toDownloadUrl(download: Download, expiresMs: number): string {
  return prefix + seal(downloadPurpose, download, { expires: `${BigInt(expiresMs)}ms` })
}

export function toUploadUrl(upload: Upload, expiresMs: number): string {
  return prefix + seal(uploadPurpose, upload, { expires: `${BigInt(expiresMs)}ms` })
}

const downloadPurpose = 'storage download'
const uploadPurpose = 'storage upload'

/** Answers a signed URL of a folder's file. */
export async function answerDirectAccess(request: HttpRequest): Promise<Reply> {
  const token = request.path().slice(prefix.length)
  if (request.isRead) return download(token)
  if (request.method === 'PUT') return upload(token, request)
  throw new MethodNotAllowed('GET, HEAD, PUT')
}

async function download(token: string): Promise<Reply> {
  // Sound: only `toDownloadUrl` seals for this purpose.
  const { path, offer } = openToken(downloadPurpose, token) as Download
  const store = await currentStore()
  return store.send(path, offer)
}

async function upload(token: string, request: HttpRequest): Promise<Reply> {
  // Sound: only `toUploadUrl` seals for this purpose.
  const { path, claim } = openToken(uploadPurpose, token) as Upload
  if (request.header('content-type') !== claim.type) throw new BadRequest(otherType)
  if (request.header('content-length') !== String(claim.sizeBytes)) throw new BadRequest(otherSize)

  const store = await currentStore()
  await store.write(path, request.body.pieces(claim.sizeBytes), claim.type)
  return noContent()
}

const otherType = 'The Content-Type is not the one that the URL was made for'
const otherSize = 'The Content-Length is not the one that the URL was made for'

function openToken(purpose: string, token: string): {} {
  const content = open(purpose, token)
  if (content === undefined || content === null) throw new NotFound()
  return content
}
