import { ReadStream, type Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { FileBody } from '../../web/http/file.ts'
import { loadSend } from '../../base/support/packages/load-send.ts'
import { Reply, type FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { watchStream } from '../../web/routing/watch-stream.ts'
import { tellSecurityEvent } from '../../base/log/security-events.ts'
import { HttpError, NotFound } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toWebStream } from '../../base/support/web-stream.ts'

/**
 * Opens the file of a reply: 200, 206, 304, 412 or 416 according to the request's headers, 404 if it is missing. If the
 * reply has another status, such as a page for 404, the whole file is sent with it (RFC 9110, 13.2.1 and 14.2).
 */
export async function sendFile(
  request: HttpRequest,
  pending: Reply<FileBody>,
): Promise<FinishedReply> {
  const { body } = pending
  const { root, name } = toLocation(body)
  // No file has such a name, and the library's URL cannot contain it.
  if (!name.isWellFormed()) throw new NotFound()
  if (body.root !== undefined) await assertWithin(request, root, name)
  const send = await loadSend()
  const headers = pending.statusCode === 200 ? await toHeaders(request, join(root, name)) : {}
  const asked = Object.assign(Readable.from([]), { method: request.method, headers })
  const found = await send(asked, encodeURI(name), {
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
  // Watch the file: a hook that gets this reply may fail or answer something else, and the file must be closed.
  watchStream(request, reply.body)
  // The length is a number, although the library's types say text.
  const answered = Object.entries<string | number>(found.headers)
  for (const [header, value] of answered) reply.header(header, String(value))
  if (found.type === 'file') reply.contentType = pending.contentType ?? reply.contentType
  return reply.replace(pending)
}

/** Throws 404 if the path leads out of the root, including through a symbolic link. */
async function assertWithin(request: HttpRequest, root: string, name: string): Promise<void> {
  const [realRoot, realPath] = await Promise.all([toRealPath(root), toRealPath(join(root, name))])
  const isWithin = !relative(realRoot, realPath).startsWith('..')
  if (isWithin && !isAbsolute(relative(realRoot, realPath))) return
  tellSecurityEvent(request, outsideOfRoot)
  throw new NotFound()
}

const outsideOfRoot = {
  event: 'path.traversal',
  message: 'A path that leads out of the folder of files was refused',
  fields: {},
}

/** Resolves the symbolic links of a path. A path that does not exist is only made absolute. */
async function toRealPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return resolve(path)
  }
}

function toLocation(body: FileBody): { root: string; name: string } {
  if (body.root !== undefined) return { root: body.root, name: body.path }
  if (isAbsolute(body.path)) return { root: dirname(body.path), name: basename(body.path) }

  throw new SetupError(
    'E_FILE_ROOT',
    `file("${body.path}") has a relative path. Pass { root } or an absolute path.`,
  )
}

/** Makes bytes of a stream. For 304, 416 and HEAD, the library streams its own text, which is often empty. */
function toBytes(stream: Readable): Readable {
  return stream instanceof ReadStream
    ? stream
    : stream.map((piece: string) => new TextEncoder().encode(piece))
}

/** The headers of the request that choose what of the file is sent. Only GET has ranges (RFC 9110, 14.2). */
async function toHeaders(
  request: HttpRequest,
  path: string,
): Promise<Partial<HttpRequest['headers']>> {
  if (!request.isRead) return {}
  const { 'if-range': validator, range, ...headers } = request.headers
  if (typeof range !== 'string' || request.method !== 'GET') return headers
  if (validator === undefined && !suffix.test(range)) return { ...headers, range }
  // A missing file is answered with 404 in any case.
  const found = await stat(path).catch(() => undefined)
  // The last bytes of an empty file are all of it, which no range can say.
  if (found === undefined || found.size === 0 || !isOfRange(validator, found)) return headers
  return { ...headers, range: fitTo(found.size, range) }
}

/**
 * Whether a range is for this version of the file. RFC 9110, 13.1.5 requires a strong match: exactly the date, and
 * never the library's weak ETag. The library itself would accept any later date, and text around its ETag.
 */
function isOfRange(validator: string | readonly string[] | undefined, { mtime }: Stats): boolean {
  return validator === undefined || mtime.toUTCString() === validator
}

/**
 * Replaces "the last bytes" that are more than the file has by "all bytes" (RFC 9110, 14.1.2). The library would answer
 * 416.
 */
function fitTo(sizeBytes: number, range: string): string {
  return range.replaceAll(suffixes, (part, bytes) => (Number(bytes) > sizeBytes ? '0-' : part))
}

const suffix = /[=,]\s*-\d/
const suffixes = /(?<=[=,]\s*)-(\d+)/g
