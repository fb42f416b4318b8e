import { BadRequest, MethodNotAllowed } from '../../../base/support/http-error.ts'
import { noContent } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { currentStore } from '../current-storage.ts'
import { directPrefix, openDownload, openUpload } from './direct-urls.ts'

/** Answers a signed URL of a folder's file. */
export async function answerDirectAccess(request: HttpRequest): Promise<Reply> {
  const token = request.path().slice(directPrefix.length)
  if (request.isRead) return download(token)
  if (request.method === 'PUT') return upload(token, request)
  throw new MethodNotAllowed('GET, HEAD, PUT')
}

async function download(token: string): Promise<Reply> {
  const { path, offer } = openDownload(token)
  const store = await currentStore()
  return store.send(path, offer)
}

async function upload(token: string, request: HttpRequest): Promise<Reply> {
  const { path, claim } = openUpload(token)
  if (request.header('content-type') !== claim.type) throw new BadRequest(otherType)
  if (request.header('content-length') !== String(claim.sizeBytes)) throw new BadRequest(otherSize)

  const store = await currentStore()
  await store.write(path, request.body.pieces(claim.sizeBytes), claim.type)
  return noContent()
}

const otherType = 'The Content-Type is not the one that the URL was made for'
const otherSize = 'The Content-Length is not the one that the URL was made for'
