import type { NodeExchange } from './node-exchange.ts'

const patienceMs = 5000

/**
 * Sends an answer whose request has more body than we want to read, and closes the connection. The
 * body is read on for a while: closing with unread data makes the kernel reset the connection, and
 * the client would lose the answer (RFC 9112, 9.6).
 */
export function endInPeace(
  exchange: NodeExchange,
  content: string | Uint8Array | null,
  limitBytes: number,
): void {
  const { request, response } = exchange
  let left = limitBytes

  const finish = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', finish)
    response.end()
  }
  const onData = (chunk: Uint8Array): void => {
    left -= chunk.length
    if (left < 0) finish()
  }
  const timer = setTimeout(finish, patienceMs)

  if (content === null) response.flushHeaders()
  else response.write(content)
  request.on('error', finish).on('end', finish).on('data', onData)
}
