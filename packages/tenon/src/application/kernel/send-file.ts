import { ReadStream } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import { Readable } from 'node:stream'
import send from '@fastify/send'
import type { FileBody } from '../http/file.ts'
import { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { HttpError, NotFound } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import { toWebStream } from '../support/web-stream.ts'

/** Opens the file of a reply: 200, 206, 304, 412 or 416 by the request's headers, 404 without a file. */
export async function sendFile(
  request: HttpRequest,
  pending: Reply,
  body: FileBody,
): Promise<Reply> {
  const { root, name } = toLocation(body)
  const found = await send(toSendRequest(request), encodeURI(name), {
    root,
    dotfiles: body.root === undefined ? 'allow' : 'ignore',
    index: false,
    cacheControl: false,
  })
  if (found.type !== 'file' && found.statusCode !== 416 && found.statusCode !== 304) {
    found.stream.destroy()
    throw found.statusCode === 412 ? new HttpError(412, 'Precondition Failed') : new NotFound()
  }

  const status = found.statusCode === 200 ? pending.statusCode : found.statusCode
  const reply = new Reply(status, undefined, toWebStream(toBytes(found.stream)))
  for (const [header, value] of Object.entries(found.headers)) reply.header(header, value)
  if (found.type === 'file') reply.contentType = pending.contentType ?? reply.contentType
  return reply.replace(pending)
}

function toLocation(body: FileBody): { root: string; name: string } {
  if (body.root !== undefined) return { root: body.root, name: body.path }
  if (isAbsolute(body.path)) return { root: dirname(body.path), name: basename(body.path) }

  throw new SetupError(
    'E_FILE_ROOT',
    `file("${body.path}") names a relative path. Give it { root } or an absolute path.`,
  )
}

/** Of 304, 416 and to HEAD the library streams a text of its own, often an empty one. */
function toBytes(stream: Readable): Readable {
  return stream instanceof ReadStream
    ? stream
    : stream.map((piece: string) => new TextEncoder().encode(piece))
}

/** The part of a Node request that the library reads: method and headers. */
function toSendRequest(request: HttpRequest): Readable {
  return Object.assign(Readable.from([]), { method: request.method, headers: request.headers })
}
