import type { HttpRequest } from '../http/request.ts'
import { stateKey } from '../http/state-key.ts'

const watchedKey = stateKey<Set<ReadableStream<Uint8Array>>>('watched streams')

/**
 * Cancels a reply's stream if the exchange ends before it is read: middleware replaced the reply,
 * or the reply came too late.
 */
export function watchStream(request: HttpRequest, body: ReadableStream<Uint8Array>): void {
  const watched = request.get(watchedKey) ?? new Set()
  if (watched.has(body)) return

  request.set(watchedKey, watched.add(body))
  request.onClose(() => {
    if (!body.locked) body.cancel().catch(() => {}) // it has already failed
  })
}
