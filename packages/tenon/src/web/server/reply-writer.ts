import { isStream, type FinishedReply } from '../http/reply.ts'
import type { HeaderBlocks } from './header-blocks.ts'
import { closeLingering } from './lingering-close.ts'
import type { ServerExchange } from './engine/server-exchange.ts'
import { takesHeadAsText } from './node-http.ts'
import { mayHaveBody, ReplyHeads } from './reply-heads.ts'
import type { ServerLimits } from './server-limits.ts'
import { writeStream, type StreamedResponse } from './write-stream.ts'

/** The facts about a connection that writing a reply requires. */
export interface Delivery {
  /** Whether the client uses https. */
  readonly isSecure: boolean
  /** Whether the connection closes after this response. */
  readonly isLast: boolean
}

/**
 * Writes replies. A body in memory is written together with its head, built from prepared lines.
 */
export class ReplyWriter {
  readonly #heads: ReplyHeads
  readonly #limits: ServerLimits

  constructor(blocks: HeaderBlocks, limits: ServerLimits) {
    this.#heads = new ReplyHeads(blocks, limits.keepAliveTimeoutMs)
    this.#limits = limits
  }

  /**
   * Writes a reply. A body in memory is written immediately; for a stream, returns the response in
   * progress. Throws if the reply cannot be sent.
   */
  write(
    exchange: ServerExchange,
    reply: FinishedReply,
    delivery: Delivery,
  ): StreamedResponse | undefined {
    const unreadBytes = exchange.unreadBytes
    const isUnwanted = exchange.awaitsContinue || unreadBytes > this.#limits.skipBytes
    const isLast = delivery.isLast || isUnwanted
    const { isSecure } = delivery
    const { statusCode } = reply
    // RFC 9110, 15.3.6: a 205 response has content length 0.
    const body = statusCode === 205 ? null : reply.body
    if (isStream(body)) {
      // Check before the head is written, because afterwards the status can no longer change.
      if (body.locked) throw new TypeError(lockedBody)
      // A response opened on a closed connection never closes, so nothing would cancel the stream.
      if (!exchange.isAnswerable) return leave(body)
      const length = toAnnouncedLength(reply)
      const list = this.#heads.toList(reply, { isSecure, isLast, length })
      exchange.response.writeHead(statusCode, list)
      return this.#writeStream(exchange, body, length)
    }

    const length = toLength(body)
    const content = mayHaveBody(statusCode) && exchange.method !== 'HEAD' ? body : null
    // If both lengths match, the text is ASCII, and latin1 is faster to write.
    const encoding = content?.length === length ? 'latin1' : 'utf8'
    if (takesHeadAsText && exchange.keepsConnection && !isLast) {
      exchange.send(statusCode, this.#heads.toText(reply, isSecure, length), content, encoding)
      exchange.watchProgress(this.#limits.writeTimeoutMs)
      return undefined
    }
    const { response, request } = exchange
    response.writeHead(statusCode, this.#heads.toList(reply, { isSecure, isLast, length }))
    // A client that waits for `100 Continue` has not sent a body yet.
    const isRead = unreadBytes === 0 || exchange.awaitsContinue
    if (isRead || request === undefined || !isLast) exchange.end(content, encoding)
    else closeLingering({ request, response }, content, this.#limits.lingerBytes)
    exchange.watchProgress(this.#limits.writeTimeoutMs)
    return undefined
  }

  #writeStream(
    exchange: ServerExchange,
    body: ReadableStream<Uint8Array>,
    length: number | undefined,
  ): StreamedResponse {
    if (exchange.method === 'HEAD') {
      exchange.response.end()
      return leave(body)
    }
    return writeStream(exchange.response, body, { length, timeoutMs: this.#limits.writeTimeoutMs })
  }
}

/** Cancels a stream that nobody reads, so that its source is closed. */
function leave(body: ReadableStream<Uint8Array>): StreamedResponse {
  return { ended: body.cancel(), finish: () => {} }
}

const lockedBody =
  'The body of the reply was already read or is locked by a reader. Return a new stream.'

/** Returns the length that the headers declare for a stream, such as a file; it is enforced. */
function toAnnouncedLength(reply: FinishedReply): number | undefined {
  if (!mayHaveBody(reply.statusCode)) return undefined
  const announced = reply.headers?.get('content-length') ?? ''
  return /^\d{1,15}$/.test(announced) ? Number(announced) : undefined
}

function toLength(body: string | Uint8Array | null): number {
  if (body === null) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
