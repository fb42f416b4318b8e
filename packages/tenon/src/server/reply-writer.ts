import type { ServerResponse } from 'node:http'
import { isDeferred, type Deferred, type Reply, type ReplyBody } from '../http/reply.ts'
import type { HeaderBlocks } from './header-blocks.ts'
import { endInPeace } from './lingering-close.ts'
import type { NodeExchange } from './node-exchange.ts'
import type { ServerLimits } from './server-limits.ts'
import { writeStream } from './write-stream.ts'

/** What a reply needs to know of the connection that carries it. */
export interface Delivery {
  /** Whether the client came over https. */
  readonly isSecure: boolean
  /** Whether the connection ends with this answer. */
  readonly isLast: boolean
}

/** Writes replies: one head, made of prebuilt blocks, and, for a body in hand, one write. */
export class ReplyWriter {
  readonly #blocks: HeaderBlocks
  readonly #limits: ServerLimits

  constructor(blocks: HeaderBlocks, limits: ServerLimits) {
    this.#blocks = blocks
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
    const headers = this.#toHeaders(reply, delivery.isSecure)
    if (isLast) headers.push('connection', 'close')

    const { body, statusCode } = reply
    const { response } = exchange
    if (isDeferred(body)) throw new TypeError(`A reply of kind "${body.kind}" was not rendered`)
    if (isStream(body)) {
      response.writeHead(statusCode, headers)
      return this.#writeStream(exchange, body)
    }
    const mayHaveBody = statusCode !== 204 && statusCode !== 304
    if (mayHaveBody) headers.push('content-length', toLength(body))
    response.writeHead(statusCode, headers)
    const content = mayHaveBody && exchange.method !== 'HEAD' ? body : null
    // A client that waits for `100 Continue` has sent nothing that would have to be read.
    if (unreadBytes === 0 || exchange.awaitsContinue) response.end(content)
    else if (isLast) endInPeace(exchange, content, this.#limits.lingerBytes)
    else endAndSkip(exchange, content)
    this.#watchProgress(response)
    return undefined
  }

  #toHeaders(reply: Reply, isSecure: boolean): string[] {
    const block = (isSecure ? this.#blocks.https : this.#blocks.http).of(reply.contentType)
    const headers = reply.headers === undefined ? block.slice() : merge(block, reply.headers)
    if (reply.cookies === undefined) return headers

    for (const cookie of reply.cookies) {
      const isSecureCookie = cookie.isSecure ?? isSecure
      headers.push('set-cookie', isSecureCookie ? `${cookie.text}; Secure` : cookie.text)
    }
    return headers
  }

  async #writeStream(exchange: NodeExchange, body: ReadableStream<Uint8Array>): Promise<void> {
    if (exchange.method === 'HEAD') {
      exchange.response.end()
      return body.cancel()
    }
    return writeStream(exchange.response, body, this.#limits.writeTimeoutMs)
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
function endAndSkip(exchange: NodeExchange, content: string | Uint8Array | null): void {
  exchange.response.end(content)
  if (exchange.hasReader) exchange.request.resume()
}

/** What is left: `instanceof ReadableStream` costs 1 µs, also for a string. */
function isStream(body: Exclude<ReplyBody, Deferred>): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}

function toLength(body: string | Uint8Array | null): string {
  if (body === null) return '0'
  return String(typeof body === 'string' ? Buffer.byteLength(body) : body.length)
}

/** The block without what the reply sets itself, then the reply's own headers. */
function merge(block: readonly string[], own: readonly string[]): string[] {
  const headers: string[] = []
  for (let i = 0; i < block.length; i += 2) {
    if (!hasName(own, block[i])) headers.push(...block.slice(i, i + 2))
  }
  for (let i = 0; i < own.length; i += 2) {
    if (!isOurs(own[i])) headers.push(...own.slice(i, i + 2))
  }
  return headers
}

function hasName(headers: readonly string[], name: string | undefined): boolean {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i] === name) return true
  }
  return false
}

/** How long a body is and how it is framed is the server's to say: a lie would split responses. */
function isOurs(name: string | undefined): boolean {
  return name === 'content-length' || name === 'transfer-encoding' || name === 'connection'
}
