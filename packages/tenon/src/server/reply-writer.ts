import type { ServerResponse } from 'node:http'
import { isDeferred, type Reply } from '../http/reply.ts'
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
    const { body } = reply
    if (isDeferred(body)) throw new TypeError(`A reply of kind "${body.kind}" was not rendered`)

    const unreadBytes = exchange.unreadBytes
    const isLast = delivery.isLast || unreadBytes > this.#limits.skipBytes
    const headers = this.#toHeaders(reply, delivery.isSecure)
    if (isLast) headers.push('connection', 'close')

    const { response } = exchange
    if (body instanceof ReadableStream) {
      response.writeHead(reply.statusCode, headers)
      return this.#writeStream(exchange, body)
    }
    if (!hasNoBody(reply.statusCode)) headers.push('content-length', toLength(body))
    response.writeHead(reply.statusCode, headers)
    const content = exchange.method === 'HEAD' || hasNoBody(reply.statusCode) ? null : body
    if (unreadBytes === 0) end(response, content)
    else if (isLast) endInPeace(exchange, content, this.#limits.lingerBytes)
    else endAndSkip(exchange, content)
    this.#watchProgress(response)
    return undefined
  }

  #toHeaders(reply: Reply, isSecure: boolean): string[] {
    const block = this.#toBlock(reply.contentType, isSecure)
    const headers = reply.headers === undefined ? block.slice() : merge(block, reply.headers)
    if (reply.contentType !== undefined) headers.push('content-type', reply.contentType)
    if (reply.cookies === undefined) return headers

    for (const cookie of reply.cookies) {
      const isSecureCookie = cookie.isSecure ?? isSecure
      headers.push('set-cookie', isSecureCookie ? `${cookie.text}; Secure` : cookie.text)
    }
    return headers
  }

  #toBlock(contentType: string | undefined, isSecure: boolean): readonly string[] {
    const isHtml = contentType?.startsWith('text/html') ?? false
    if (isSecure) return isHtml ? this.#blocks.secureHtml : this.#blocks.securePlain
    return isHtml ? this.#blocks.html : this.#blocks.plain
  }

  async #writeStream(exchange: NodeExchange, body: ReadableStream<Uint8Array>): Promise<void> {
    if (exchange.method === 'HEAD' || hasNoBody(exchange.response.statusCode)) {
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

function end(response: ServerResponse, content: string | Uint8Array | null): void {
  if (content === null) response.end()
  else response.end(content)
}

/** The next request on the connection begins behind the body that nobody read. */
function endAndSkip(exchange: NodeExchange, content: string | Uint8Array | null): void {
  end(exchange.response, content)
  exchange.request.resume()
}

function toLength(body: string | Uint8Array | null): string {
  if (body === null) return '0'
  return String(typeof body === 'string' ? Buffer.byteLength(body) : body.length)
}

/** RFC 9110, 6.4.1. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 304
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
