import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { BadRequest, PayloadTooLarge, type HttpError } from '../../base/support/http-error.ts'
import type { Duplex } from 'node:stream'
import { JoinedBytes } from '../../base/support/values/joined-bytes.ts'
import { readMediaType } from '../body/media-type.ts'
import type { IncomingHeaders } from '../http/exchange.ts'
import type { LogFields } from '../../base/log/log.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import type { Content, ServerExchange } from './engine/server-exchange.ts'
import { watchProgress, type NodeResponse } from './node-http.ts'
import type { ServerLimits } from './server-limits.ts'

/** A request on `node:http`, with the state its server keeps until it is answered. */
export class NodeExchange implements ServerExchange {
  readonly request: IncomingMessage
  readonly response: NodeResponse
  readonly target: string
  /** When the request arrived or its body was read; the handler's time starts here. */
  startedAt: number
  /** Whether a response has started; there must not be another. */
  isAnswered: boolean
  /** Whether reading of the body has started. */
  hasReader: boolean
  /** Whether the body is being read; the client determines how long that takes. */
  isReading: boolean
  /** Whether the client waits for `100 Continue` before sending its body. */
  awaitsContinue: boolean
  /** Its index among the pending exchanges, or -1. */
  pendingAt: number
  logFields: LogFields | undefined
  #abortListeners: ((reason: DOMException) => void)[] | undefined
  #abortReason: DOMException | undefined
  #isHandled: boolean
  #releaseListeners: (() => void)[] | undefined
  /** The bytes that `awaitFields` has read, until a reader takes them. */
  #arrived: JoinedBytes | undefined

  constructor(request: IncomingMessage, response: NodeResponse, target: string) {
    this.request = request
    this.response = response
    this.target = target
    this.startedAt = performance.now()
    this.isAnswered = false
    this.hasReader = false
    this.isReading = false
    this.awaitsContinue = false
    this.pendingAt = -1
    this.logFields = undefined
    this.#abortListeners = undefined
    this.#abortReason = undefined
    this.#isHandled = false
    this.#releaseListeners = undefined
    this.#arrived = undefined
  }

  get method(): string {
    return this.request.method ?? ''
  }

  get headers(): IncomingHeaders {
    return this.request.headers
  }

  header(name: string): IncomingHeaders[string] {
    return this.request.headers[name]
  }

  get remoteAddress(): string {
    return this.request.socket.remoteAddress ?? ''
  }

  /** Always false: TLS ends at the proxy in front. */
  get isEncrypted(): boolean {
    return false
  }

  /** The fields for log lines: the target without its query, and additional fields. */
  toLogFields(): LogFields {
    const [path = ''] = this.target.split('?', 1)
    return { method: this.method, path: toLoggedPath(path), ...this.logFields }
  }

  /** How much of the body is still unread: 0, the declared length, or `Infinity` if unknown. */
  get unreadBytes(): number {
    return this.request.complete ? 0 : this.#announcedBytes
  }

  /**
   * Calls `onArrived` once a body of JSON or of form fields has arrived, or as much of it as `arriving` has room for.
   * For any other body it does so immediately, and never if the client leaves or takes too long. Otherwise a handler
   * could check a permission when the head arrives and act on it when the client sends the rest, although the
   * permission was revoked meanwhile.
   */
  awaitFields(arriving: ArrivingBodies, onArrived: () => void): void {
    const announced = this.#announcedBytes
    if (announced === 0 || !hasFields(this.request)) return onArrived()
    // A chunked body has no declared length (`Infinity`), and its end is awaited as well.
    if (announced > arriving.limitBytes && announced !== Infinity) return onArrived()
    this.#startReading()
    const arrived = new JoinedBytes(announced)
    const room: Room = { limitBytes: arriving.limitBytes, hasRoom: arriving.add() }
    readInto(arrived, this.request, room, (error) => {
      arriving.remove(arrived)
      this.#stopReading()
      if (error !== undefined && !(error instanceof PayloadTooLarge)) return
      // If the body is too large, its reader gets the error.
      this.#arrived = arrived
      onArrived()
    })
  }

  readBody(limitBytes: number): Promise<Uint8Array> {
    const announced = this.#announcedBytes
    if (announced === 0) return noBody
    if (announced > limitBytes && announced !== Infinity) {
      return Promise.reject(new PayloadTooLarge(undefined, { limitBytes }))
    }
    const arrived = this.#takeArrived()
    const { destroyed, readableEnded } = this.request
    const isWhole = readableEnded && arrived !== undefined && this.#isAwaited
    if (isWhole && arrived.length <= limitBytes) return Promise.resolve(arrived.toBytes())
    if (isWhole) return Promise.reject(new PayloadTooLarge(undefined, { limitBytes }))
    // A finished stream emits no end event: the client left or the request was answered.
    if (destroyed || readableEnded) return Promise.reject(endedEarly())
    return this.#readRest(arrived ?? new JoinedBytes(announced), limitBytes)
  }

  async *streamBody(): AsyncIterable<Uint8Array> {
    const arrived = this.#takeArrived()
    if (arrived !== undefined) {
      if (!this.#isAwaited) throw endedEarly()
      if (arrived.length > 0) yield arrived.toBytes()
      if (this.request.readableEnded) return
    }
    this.#startReading()
    try {
      // Destroying the request on an early return would destroy the response's connection too.
      for await (const chunk of this.request.iterator({ destroyOnReturn: false })) {
        // The handler's time runs until it requests the next chunk.
        this.#stopReading()
        yield chunk
        this.#startReading()
      }
    } catch (cause) {
      throw endedEarly(cause)
    } finally {
      this.#stopReading()
    }
  }

  onAbort(listener: (reason: DOMException) => void): void {
    this.#abortListeners ??= this.#watchClient()
    if (this.#abortReason === undefined) this.#abortListeners.push(listener)
    else listener(this.#abortReason)
  }

  onClose(listener: () => void): void {
    if (this.response.closed) listener()
    else this.response.once('close', listener)
  }

  onRelease(listener: () => void): void {
    if (this.#isHandled) this.onClose(listener)
    else (this.#releaseListeners ??= []).push(listener)
  }

  /** Marks the handler as ended: its resources are released once the response is sent. */
  setHandled(): void {
    this.#isHandled = true
    for (const listener of this.#releaseListeners ?? []) this.onClose(listener)
  }

  /** Notifies the listeners that the response is no longer awaited. */
  abort(reason: DOMException): void {
    if (this.#abortReason !== undefined) return
    this.#abortReason = reason
    const listeners = this.#abortListeners ?? []
    this.#abortListeners = []
    for (const listener of listeners) listener(reason)
  }

  /** Without a proxy's header the protocol is known to be http, since TLS ends at the proxy. */
  get isForwarded(): boolean {
    return this.request.headers['x-forwarded-proto'] !== undefined
  }

  get keepsConnection(): boolean {
    return this.response.shouldKeepAlive
  }

  get hasStarted(): boolean {
    return this.response.headersSent
  }

  get isAnswerable(): boolean {
    return !this.response.headersSent && !this.response.destroyed
  }

  send(statusCode: number, head: string, content: Content, encoding: BufferEncoding): void {
    this.response.setHead(statusCode, head)
    this.end(content, encoding)
  }

  /**
   * The next request on the connection starts after this body. `node:http` skips a body that was
   * never read, but after a reader gave up it must be resumed explicitly.
   */
  end(content: Content, encoding: BufferEncoding): void {
    this.response.end(content, encoding)
    if (this.hasReader && !this.request.complete) this.request.resume()
  }

  watchProgress(timeoutMs: number): void {
    watchProgress(this.response, timeoutMs)
  }

  destroy(): void {
    this.response.destroy()
  }

  isOn(socket: Duplex): boolean {
    return this.request.socket === socket
  }

  #watchClient(): [] {
    this.onClose(() => {
      if (!this.response.writableFinished) this.abort(clientLeft())
    })
    return []
  }

  /** The length of the body according to the head: 0 if there is none, `Infinity` if it comes in chunks. */
  get #announcedBytes(): number {
    const { headers } = this.request
    if (headers['transfer-encoding'] !== undefined) return Infinity
    return Number(headers['content-length'] ?? 0)
  }

  /** Whether the client is still connected and waits for a response. */
  get #isAwaited(): boolean {
    return !this.isAnswered && !this.response.destroyed
  }

  #readRest(arrived: JoinedBytes, limitBytes: number): Promise<Uint8Array> {
    this.#startReading()
    return new Promise((resolve, reject) => {
      readInto(
        arrived,
        this.request,
        { limitBytes, hasRoom: () => arrived.length <= limitBytes },
        (error) => {
          this.#stopReading()
          if (error === undefined) resolve(arrived.toBytes())
          else reject(error)
        },
      )
    })
  }

  #takeArrived(): JoinedBytes | undefined {
    const arrived = this.#arrived
    this.#arrived = undefined
    return arrived
  }

  #startReading(): void {
    this.hasReader = true
    this.isReading = true
    if (!this.awaitsContinue) return
    this.awaitsContinue = false
    this.response.writeContinue()
  }

  #stopReading(): void {
    this.isReading = false
    this.startedAt = performance.now()
  }
}

/**
 * The bodies that are awaited before their handlers start. Their memory is limited in total, because their senders are
 * neither authenticated nor rate limited yet.
 */
export class ArrivingBodies {
  /** The number of bodies. */
  count = 0
  readonly limitBytes: number
  readonly #allBytes: number
  #heldBytes = 0

  constructor({ awaitedBytes, allAwaitedBytes }: ServerLimits) {
    this.limitBytes = awaitedBytes
    this.#allBytes = allAwaitedBytes
  }

  add(): Room['hasRoom'] {
    this.count++
    let counted = 0
    return ({ length, heldBytes }) => {
      this.#heldBytes += heldBytes - counted
      counted = heldBytes
      return length <= this.limitBytes && this.#heldBytes <= this.#allBytes
    }
  }

  /** Removes a body that has arrived or failed. */
  remove({ heldBytes }: JoinedBytes): void {
    this.count--
    this.#heldBytes -= heldBytes
  }
}

const noBody: Promise<Uint8Array> = Promise.resolve(new Uint8Array(0))

const clientLeft = (): DOMException => new DOMException('The client left', 'AbortError')

/** Whether a request type reads the body as a whole. A body with files is read, and may be refused, as it arrives. */
function hasFields({ headers }: IncomingMessage): boolean {
  try {
    const kind = readMediaType(headers['content-type'])?.kind
    return kind === 'json' || kind === 'urlencoded'
  } catch {
    return false
  }
}

interface Room {
  readonly limitBytes: number
  /** Whether more of a body may be read. Called after each piece. */
  readonly hasRoom: (arrived: JoinedBytes) => boolean
}

/**
 * Reads the rest of a body and adds it to what has `arrived`. Uses listeners because an async iterator costs more than
 * the rest of a small request. For the same reason they are not removed when the body has ended.
 */
function readInto(
  arrived: JoinedBytes,
  request: IncomingMessage,
  { limitBytes, hasRoom }: Room,
  onRead: (error: HttpError | undefined) => void,
): void {
  const onData = (chunk: Buffer): void => {
    arrived.add(chunk)
    if (!hasRoom(arrived)) stop(new PayloadTooLarge(undefined, { limitBytes }))
  }
  const onEnd = (): void => onRead(undefined)
  const onError = (cause: Error): void => stop(endedEarly(cause))
  const stop = (error: HttpError): void => {
    request.pause().off('data', onData).off('end', onEnd).off('error', onError)
    onRead(error)
  }
  // Reading the first part may have paused the request.
  request.on('data', onData).on('end', onEnd).on('error', onError).resume()
}

function endedEarly(cause?: unknown): HttpError {
  return new BadRequest('The body ended early', { cause })
}
