import type { NodeExchange } from './node-exchange.ts'

const patienceMs = 5000

/**
 * Sends a response to a request whose body is not read completely, then closes the connection. The body
 * is read for a while longer: closing with unread data makes the kernel reset the connection, and
 * the client would lose the response (RFC 9112, 9.6).
 */
export function closeLingering(
  { request, response }: Pick<NodeExchange, 'request' | 'response'>,
  content: string | Uint8Array | null,
  limitBytes: number,
): void {
  // The request has ended and the client is gone.
  if (request.destroyed) return void response.end()
  let left = limitBytes

  const finish = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', finish).off('close', finish)
    response.end()
  }
  const onData = (chunk: Uint8Array): void => {
    left -= chunk.length
    if (left < 0) finish()
  }
  const timer = setTimeout(finish, patienceMs)

  if (content === null) response.flushHeaders()
  else response.write(content)
  request.on('error', finish).on('end', finish).on('close', finish).on('data', onData)
  // A reader that gave up has paused the request, and adding a listener does not resume it.
  request.resume()
}
