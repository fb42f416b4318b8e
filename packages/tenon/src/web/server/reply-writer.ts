import type { ServerResponse } from 'node:http'
import { isDeferred, type Deferred, type Reply, type ReplyBody } from '../http/reply.ts'
import type { HeaderBlocks } from './header-blocks.ts'
import { endInPeace } from './lingering-close.ts'
import type { NodeExchange } from './node-exchange.ts'
import { takesHeadAsText } from './node-http.ts'
import { mayHaveBody, ReplyHeads } from './reply-heads.ts'
import type { ServerLimits } from './server-limits.ts'
import { writeStream } from './write-stream.ts'

/** What a reply needs to know of the connection that carries it. */
export interface Delivery {
  /** Whether the client came over https. */
  readonly isSecure: boolean
  /** Whether the connection ends with this answer. */
  readonly isLast: boolean
}

/** Writes replies: a body in hand in one write with its head, which is made of prebuilt lines. */
export class ReplyWriter {
  readonly #heads: ReplyHeads
  readonly #limits: ServerLimits

  constructor(blocks: HeaderBlocks, limits: ServerLimits) {
    this.#heads = new ReplyHeads(blocks, limits.keepAliveTimeoutMs)
    this.#limits = limits
  }

  /**
   * Writes a reply. What is in hand is handed to the connection at once; a stream gives a promise,
   * which rejects when the stream failed. Throws when the reply cannot be sent as it is.
   */
  write(exchange: NodeExchange, reply: Reply, delivery: Delivery): Promise<void> | undefined {
    const unreadBytes = exchange.unreadBytes
    const isUnwanted = exchange.awaitsContinue || unreadBytes > this.#limits.skipBytes
    const isLast = delivery.isLast || isUnwanted
    const { isSecure } = delivery
    const { body, statusCode } = reply
    const { response } = exchange
    if (isDeferred(body)) throw new TypeError(`A reply of kind "${body.kind}" was not rendered`)
    if (isStream(body)) {
      const length = toAnnouncedLength(reply)
      response.writeHead(statusCode, this.#heads.toList(reply, { isSecure, isLast, length }))
      return this.#writeStream(exchange, body, length)
    }

    const length = toLength(body)
    if (takesHeadAsText && response.shouldKeepAlive && !isLast) {
      response.setHead(statusCode, this.#heads.toText(reply, isSecure, length))
    } else {
      response.writeHead(statusCode, this.#heads.toList(reply, { isSecure, isLast, length }))
    }
    const content = mayHaveBody(statusCode) && exchange.method !== 'HEAD' ? body : null
    // ASCII, which a longer encoding would only have to look for.
    const encoding = content?.length === length ? 'latin1' : 'utf8'
    // A client that waits for `100 Continue` has sent nothing that would have to be read.
    if (unreadBytes === 0 || exchange.awaitsContinue) response.end(content, encoding)
    else if (isLast) endInPeace(exchange, content, this.#limits.lingerBytes)
    else endAndSkip(exchange, content, encoding)
    this.#watchProgress(response)
    return undefined
  }

  async #writeStream(
    exchange: NodeExchange,
    body: ReadableStream<Uint8Array>,
    length: number | undefined,
  ): Promise<void> {
    if (exchange.method === 'HEAD') {
      exchange.response.end()
      return body.cancel()
    }
    return writeStream(exchange.response, body, { length, timeoutMs: this.#limits.writeTimeoutMs })
  }

  /** A client that takes nothing of an answer for a while loses its connection. */
  #watchProgress(response: ServerResponse): void {
    const { socket } = response
    if (socket !== null && socket.writableLength > 0) socket.setTimeout(this.#limits.writeTimeoutMs)
  }
}

/**
 * The next request on the connection begins behind this body: what nobody touched `node:http` skips
 * by itself, and goes on where a reader gave up only when it is told to.
 */
function endAndSkip(
  exchange: NodeExchange,
  content: string | Uint8Array | null,
  encoding: BufferEncoding,
): void {
  exchange.response.end(content, encoding)
  if (exchange.hasReader) exchange.request.resume()
}

/** What is left: `instanceof ReadableStream` costs 1 µs, also for a string. */
function isStream(body: Exclude<ReplyBody, Deferred>): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}

/** What a reply says of the length of its stream, such as that of a file; held to while it is sent. */
function toAnnouncedLength(reply: Reply): number | undefined {
  if (!mayHaveBody(reply.statusCode)) return undefined
  const announced = reply.getHeader('content-length') ?? ''
  return /^\d{1,15}$/.test(announced) ? Number(announced) : undefined
}

function toLength(body: string | Uint8Array | null): number {
  if (body === null) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
