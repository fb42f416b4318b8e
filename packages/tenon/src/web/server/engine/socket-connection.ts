import type { Socket } from 'node:net'
import { http, NodeResponse } from '../node-http.ts'
import type { RequestReader } from './request-reader.ts'
import type { Content } from './server-exchange.ts'
import { SocketExchange, type ExchangeConnection } from './socket-exchange.ts'

/** What a connection needs from its engine. */
export interface ConnectionHost {
  readonly reader: RequestReader
  readonly keepAliveTimeoutMs: number
  readonly writeTimeoutMs: number
  /** Whether `node:http` must read every request from now on. */
  readonly isWatched: boolean
  /** Coarse time in milliseconds. */
  readonly now: number
  /** Answers a request. */
  take(exchange: SocketExchange): void
  /** Runs `body` outside of the asynchronous context of any request. */
  outside(body: () => void): void
  /** Calls `handOver` soon, unless the rest of a request has arrived by then. */
  awaitRest(connection: SocketConnection): void
  /** Gives the socket to `node:http`, with the bytes that it must read first. */
  handOver(socket: Socket, bytes: Buffer | undefined, hasEnded: boolean): void
  forget(connection: SocketConnection): void
}

/**
 * A connection whose requests are read here. It answers one request at a time, in order, and holds
 * back a bounded number of bytes meanwhile. With the first byte that is not in the reader's grammar
 * it is handed over to `node:http` for good, once everything before that byte is answered.
 */
export class SocketConnection implements ExchangeConnection {
  readonly socket: Socket
  /** When the last response was sent, or the connection was accepted, in coarse time. */
  idleSince: number
  /** Whether a request has been answered. */
  hasServed: boolean
  readonly #host: ConnectionHost
  /** The request that is being answered. */
  #exchange: SocketExchange | undefined
  /** Received bytes that are not read yet. */
  #rest: Buffer | undefined
  #isReading: boolean
  #isFlushing: boolean

  constructor(socket: Socket, host: ConnectionHost) {
    this.socket = socket
    this.idleSince = host.now
    this.hasServed = false
    this.#host = host
    this.#exchange = undefined
    this.#rest = undefined
    this.#isReading = false
    this.#isFlushing = false
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', this.#onError)
    socket.on('timeout', this.#onError)
    socket.on('close', this.#onClose)
  }

  /** Whether it only waits for the next request. */
  get isIdle(): boolean {
    return this.#exchange === undefined && this.#rest === undefined && !this.#isFlushing
  }

  /** Whether the beginning of a request has arrived and no request is being answered. */
  get isPartial(): boolean {
    return this.#exchange === undefined && this.#rest !== undefined
  }

  /** Gives the connection to `node:http`. No request may be in progress. */
  handOver(hasEnded = false): void {
    const { socket } = this
    const rest = this.#rest
    this.#rest = undefined
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', this.#onError)
    socket.off('timeout', this.#onError)
    socket.off('close', this.#onClose)
    socket.off('drain', this.#onDrain)
    if (this.#isFlushing) this.#endFlush()
    this.#host.forget(this)
    this.#host.handOver(socket, rest, hasEnded)
  }

  /** Sends the response to the current request; a body in memory goes out with its head. */
  send(exchange: SocketExchange, head: string, content: Content, encoding: BufferEncoding): void {
    const { socket } = this
    // The client has closed its side, so `node:http` would not send this either.
    if (!socket.writable) return
    const sent = exchange.isWatched
      ? (error?: Error | null) => exchange.settle(error === undefined || error === null)
      : undefined
    if (content === null) socket.write(head, 'latin1', sent)
    else if (typeof content === 'string') socket.write(head + content, encoding, sent)
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(content, sent)
      socket.uncork()
    }
    if (sent === undefined) exchange.settle(true)
    this.#endExchange()
  }

  /**
   * Opens a response of `node:http` on this socket, for replies that are streamed or close the
   * connection: they are rare, and this way their framing is written in only one place.
   */
  openResponse(exchange: SocketExchange): NodeResponse {
    const { socket } = this
    const request = new http.IncomingMessage(socket)
    request.method = exchange.method
    request.httpVersionMajor = 1
    request.httpVersionMinor = 1
    const response = new NodeResponse(request)
    response.setKeepAliveTimeout(this.#host.keepAliveTimeoutMs)
    const onDrain = (): void => void response.emit('drain')
    socket.on('drain', onDrain)
    response.once('finish', () => {
      socket.off('drain', onDrain)
      response.detachSocket(socket)
      exchange.settle(true)
      if (response.isLast) socket.destroySoon()
      else {
        socket.setTimeout(0)
        this.#endExchange()
      }
    })
    response.assignSocket(socket)
    return response
  }

  readonly #onData = (chunk: Buffer): void => {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
    if (this.#exchange === undefined && !this.socket.writableNeedDrain) return this.#read(bytes)
    this.#hold(bytes)
    if (this.#exchange === undefined) this.#awaitDrain()
  }

  /** Ends the connection if its client has closed its side, as `node:http` does, even if a response is pending. */
  readonly #onEnd = (): void => {
    if (this.isPartial) this.handOver(true)
    else this.socket.end()
  }

  readonly #onError = (): void => {
    this.socket.destroy()
  }

  readonly #onClose = (): void => {
    this.#host.forget(this)
    this.#rest = undefined
    this.#exchange?.settle(false)
  }

  #hold(bytes: Buffer): void {
    this.#rest = bytes
    // Below the limit, reading continues: only a socket that is read notices that its client has left.
    if (bytes.length >= longestRest) this.socket.pause()
  }

  /** Reads and answers requests until it must wait for one. */
  #read(bytes: Buffer): void {
    const { socket } = this
    const host = this.#host
    const { reader } = host
    this.#rest = undefined
    this.#isReading = true
    let isCorked = false
    let isForeign = false
    for (let at = 0; at < bytes.length;) {
      const result = host.isWatched ? 'foreign' : reader.read(bytes, at)
      if (result !== 'whole') {
        this.#rest = bytes.subarray(at)
        isForeign = result === 'foreign'
        break
      }
      const isFirst = at === 0
      at = reader.endAt
      if (at < bytes.length && !isCorked) {
        socket.cork()
        isCorked = true
      }
      const exchange = new SocketExchange(this, reader, bytes)
      this.#exchange = exchange
      if (isFirst) host.take(exchange)
      else host.outside(() => host.take(exchange))
      if (at === bytes.length || !socket.writable) break
      if (this.#exchange !== undefined || socket.writableNeedDrain) {
        this.#hold(bytes.subarray(at))
        break
      }
    }
    if (isCorked) socket.uncork()
    this.#isReading = false
    if (isForeign) this.handOver()
    else this.#settle()
  }

  /** Ends the current request and starts the next one, unless its bytes are being read already. */
  #endExchange(): void {
    this.#exchange = undefined
    this.hasServed = true
    if (this.#isReading) return
    if (this.#rest === undefined) this.#settle()
    else this.#host.outside(this.#proceed)
  }

  readonly #onDrain = (): void => this.#host.outside(this.#proceed)

  /** Reads the bytes that arrived while a request was answered or a response was sent. */
  readonly #proceed = (): void => {
    const { socket } = this
    if (this.#rest === undefined || this.#exchange !== undefined || !socket.writable) return
    if (socket.writableNeedDrain) return this.#settle()
    if (socket.isPaused()) socket.resume()
    this.#read(this.#rest)
  }

  /** Decides what the connection waits for next. */
  #settle(): void {
    const { socket } = this
    if (this.#exchange !== undefined || !socket.writable) return
    this.idleSince = this.#host.now
    if (socket.writableLength > 0) this.#awaitFlush()
    if (this.#rest === undefined) return
    if (socket.writableNeedDrain) this.#awaitDrain()
    else this.#host.awaitRest(this)
  }

  #awaitDrain(): void {
    this.socket.off('drain', this.#onDrain).once('drain', this.#onDrain)
  }

  /** Disconnects a client that accepts no part of the response for a while. */
  #awaitFlush(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    this.#watchFlush()
  }

  /** Repeats until everything is sent: the next response may have been written while this one was sent. */
  readonly #watchFlush = (): void => {
    const { socket } = this
    if (!this.#isFlushing) return
    if (socket.writableLength === 0) return this.#endFlush()
    // After `end()` nothing can be written, but the last response is still being sent.
    if (!socket.writable) return
    socket.setTimeout(this.#host.writeTimeoutMs)
    socket.write('', this.#watchFlush)
  }

  #endFlush(): void {
    this.#isFlushing = false
    this.idleSince = this.#host.now
    this.socket.setTimeout(0)
  }
}

/** How many bytes of later requests are kept while one is answered. */
const longestRest = 65_536
