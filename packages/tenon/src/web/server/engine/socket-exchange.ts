import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import { BadRequest, PayloadTooLarge } from '../../../base/support/http-error.ts'
import type { LogFields } from '../../../base/log/log.ts'
import { toLoggedPath } from '../../../base/log/logged-path.ts'
import type { IncomingHeaders } from '../../http/exchange.ts'
import { watchProgress, type NodeResponse } from '../node-http.ts'
import { findHeader, toHeaders, type RequestReader } from './request-reader.ts'
import type { Content, ServerExchange } from './server-exchange.ts'

/** The connection on which an exchange came, and which sends its response. */
export interface ExchangeConnection {
  readonly socket: Socket
  send(exchange: SocketExchange, head: string, content: Content, encoding: BufferEncoding): void
  openResponse(exchange: SocketExchange): NodeResponse
}

/** A request that arrived whole on a socket, with its body in memory. */
export class SocketExchange implements ServerExchange {
  readonly method: string
  readonly target: string
  readonly isForwarded: boolean
  readonly mayBePageVisit: boolean
  startedAt: number
  isAnswered: boolean
  pendingAt: number
  logFields: LogFields | undefined
  readonly #connection: ExchangeConnection
  readonly #head: string
  readonly #fieldsAt: number
  /** The body until it is read; `undefined` afterwards, or if the request declares none. */
  #body: Buffer | undefined
  readonly #hasBody: boolean
  #headers: IncomingHeaders | undefined
  /** How many headers were asked for by name. */
  #lookups: number
  #response: NodeResponse | undefined
  #isSettled: boolean
  #isHandled: boolean
  #abortReason: DOMException | undefined
  #abortListeners: ((reason: DOMException) => void)[] | undefined
  #closeListeners: (() => void)[] | undefined
  #releaseListeners: (() => void)[] | undefined

  constructor(connection: ExchangeConnection, reader: RequestReader, bytes: Buffer) {
    this.method = reader.method
    this.target = reader.target
    this.isForwarded = reader.isForwarded
    this.mayBePageVisit = reader.mayBePageVisit
    this.startedAt = performance.now()
    this.isAnswered = false
    this.pendingAt = -1
    this.logFields = undefined
    this.#connection = connection
    this.#head = reader.head
    this.#fieldsAt = reader.fieldsAt
    this.#hasBody = reader.hasBody
    this.#body = reader.hasBody ? bytes.subarray(reader.bodyAt, reader.endAt) : undefined
    this.#headers = undefined
    this.#lookups = 0
    this.#response = undefined
    this.#isSettled = false
    this.#isHandled = false
    this.#abortReason = undefined
    this.#abortListeners = undefined
    this.#closeListeners = undefined
    this.#releaseListeners = undefined
  }

  get headers(): IncomingHeaders {
    return (this.#headers ??= toHeaders(this.#head, this.#fieldsAt))
  }

  header(name: string): IncomingHeaders[string] {
    if (this.#headers === undefined && this.#lookups < fewLookups) {
      this.#lookups += 1
      return findHeader(this.#head, this.#fieldsAt, name)
    }
    return this.headers[name]
  }

  get remoteAddress(): string {
    return this.#connection.socket.remoteAddress ?? ''
  }

  /** Always false: TLS ends at the proxy in front. */
  get isEncrypted(): boolean {
    return false
  }

  /** Always false: the body has arrived before the handler is called. */
  get isReading(): boolean {
    return false
  }

  /** Always false: `node:http` reads requests with an expectation. */
  get awaitsContinue(): boolean {
    return false
  }

  /** Always 0: the whole body has arrived. */
  get unreadBytes(): number {
    return 0
  }

  /** Always true: `node:http` reads requests that close their connection. */
  get keepsConnection(): boolean {
    return true
  }

  get request(): undefined {
    return undefined
  }

  get response(): NodeResponse {
    return (this.#response ??= this.#connection.openResponse(this))
  }

  get hasStarted(): boolean {
    return this.#response?.headersSent ?? this.#isSettled
  }

  get isAnswerable(): boolean {
    return !this.#isSettled && !this.hasStarted
  }

  toLogFields(): LogFields {
    const [path = ''] = this.target.split('?', 1)
    return { method: this.method, path: toLoggedPath(path), ...this.logFields }
  }

  readBody(limitBytes: number): Uint8Array {
    if (!this.#hasBody) return noBody
    const declared = this.header('content-length')
    if (Number(declared) > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
    const body = this.#takeBody()
    if (body === undefined) throw endedEarly()
    return body
  }

  async *streamBody(): AsyncIterable<Uint8Array> {
    if (this.#isSettled && this.#body !== undefined) throw endedEarly()
    const body = this.#takeBody()
    if (body !== undefined && body.length > 0) yield body
  }

  /** Returns the body once, and only while the response is awaited. */
  #takeBody(): Buffer | undefined {
    const body = this.#body
    this.#body = undefined
    return this.#isSettled || this.isAnswered ? undefined : body
  }

  onAbort(listener: (reason: DOMException) => void): void {
    if (this.#abortReason === undefined) (this.#abortListeners ??= []).push(listener)
    else listener(this.#abortReason)
  }

  onClose(listener: () => void): void {
    if (this.#isSettled) listener()
    else (this.#closeListeners ??= []).push(listener)
  }

  onRelease(listener: () => void): void {
    if (this.#isHandled) this.onClose(listener)
    else (this.#releaseListeners ??= []).push(listener)
  }

  setHandled(): void {
    this.#isHandled = true
    const listeners = this.#releaseListeners
    if (listeners === undefined) return
    this.#releaseListeners = undefined
    for (const listener of listeners) this.onClose(listener)
  }

  abort(reason: DOMException): void {
    if (this.#abortReason !== undefined) return
    this.#abortReason = reason
    const listeners = this.#abortListeners ?? []
    this.#abortListeners = undefined
    for (const listener of listeners) listener(reason)
  }

  send(_statusCode: number, head: string, content: Content, encoding: BufferEncoding): void {
    this.#connection.send(this, head, content, encoding)
  }

  end(content: Content, encoding: BufferEncoding): void {
    this.response.end(content, encoding)
  }

  /** Watches a response of `node:http`; the connection itself watches a response in memory. */
  watchProgress(timeoutMs: number): void {
    if (this.#response !== undefined) watchProgress(this.#response, timeoutMs)
  }

  /** Whether a listener waits for the end of the exchange. */
  get isWatched(): boolean {
    return this.#closeListeners !== undefined || this.#abortListeners !== undefined
  }

  /** Settles the exchange: its response was sent completely, or its client has left. */
  settle(isSent: boolean): void {
    if (this.#isSettled) return
    this.#isSettled = true
    if (!isSent) this.abort(clientLeft())
    const listeners = this.#closeListeners
    if (listeners === undefined) return
    this.#closeListeners = undefined
    for (const listener of listeners) listener()
  }

  destroy(): void {
    this.#connection.socket.destroy()
  }

  isOn(socket: Duplex): boolean {
    return this.#connection.socket === socket
  }
}

/** Finding more headers one by one takes longer than reading all of them once. */
const fewLookups = 4

const noBody = new Uint8Array(0)

const clientLeft = (): DOMException => new DOMException('The client left', 'AbortError')

const endedEarly = (): BadRequest => new BadRequest('The body ended early')
