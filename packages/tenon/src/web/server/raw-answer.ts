import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { toLines, type HeaderFields } from './header-blocks.ts'
import { http } from './node-http.ts'

const lingerMs = 1000

/** An answer to what could not even be parsed as a request, in full. */
export function toRawAnswer(status: number, block: HeaderFields): string {
  const body = `${status} ${http.STATUS_CODES[status]}`
  const type = 'text/plain; charset=utf-8'
  const length = String(body.length)
  const own = ['content-type', type, 'content-length', length, 'connection', 'close']
  return `HTTP/1.1 ${body}\r\n${block.lines}${toLines(own)}\r\n${body}`
}

/** Sends it and closes, a moment later: closing at once would reset the connection under it. */
export function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Whether there is nobody to tell: the connection is gone, or has not said a word. */
export function isUnanswerable(error: Error, socket: Duplex): boolean {
  const isSilent = socket instanceof Socket && socket.bytesRead === 0
  return !socket.writable || isSilent || ('code' in error && error.code === 'ECONNRESET')
}

/** The status for what `node:http` reports about a connection (its `clientError`). */
export function toStatus(error: Error): number {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'HPE_HEADER_OVERFLOW') return isTargetTooLong(error) ? 414 : 431
  return 400
}

/** A target alone can fill the space for headers. */
function isTargetTooLong(error: Error): boolean {
  if (!('rawPacket' in error) || !(error.rawPacket instanceof Buffer)) return false
  return /^[A-Z]+ [^ \r\n]{8192}/.test(error.rawPacket.toString('latin1'))
}
