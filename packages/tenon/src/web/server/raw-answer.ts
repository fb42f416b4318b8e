import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HeaderList } from '../http/header-list.ts'
import type { HeaderFields } from './header-blocks.ts'
import { http } from './node-http.ts'

const lingerMs = 1000

/** Builds a complete response to data that could not be parsed as a request. */
export function toRawAnswer(status: number, block: HeaderFields): string {
  const body = `${status} ${http.STATUS_CODES[status]}`
  const own = new HeaderList()
    .append('content-type', 'text/plain; charset=utf-8')
    .append('content-length', String(body.length))
    .append('connection', 'close')
  return `HTTP/1.1 ${body}\r\n${block.lines}${own.toLines()}\r\n${body}`
}

/**
 * Sends the response and closes a moment later; closing at once would reset the connection. What
 * still arrives is read, so that the end of the connection is noticed.
 */
export function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Whether responding is pointless: the connection is gone or has sent nothing. */
export function isUnanswerable(error: Error, socket: Duplex): boolean {
  const isSilent = socket instanceof Socket && socket.bytesRead === 0
  return !socket.writable || isSilent || ('code' in error && error.code === 'ECONNRESET')
}

/** Maps a connection error of `node:http` (`clientError`) to a status. */
export function toStatus(error: Error): number {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'HPE_HEADER_OVERFLOW') return isTargetTooLong(error) ? 414 : 431
  return 400
}

/** A long request target alone can fill the header space. */
function isTargetTooLong(error: Error): boolean {
  if (!('rawPacket' in error) || !(error.rawPacket instanceof Buffer)) return false
  return /^[A-Z]+ [^ \r\n]{8192}/.test(error.rawPacket.toString('latin1'))
}
