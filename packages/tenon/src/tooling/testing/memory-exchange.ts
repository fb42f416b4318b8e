import type { Exchange, IncomingHeaders } from '../../web/http/exchange.ts'
import { PayloadTooLarge } from '../../base/support/http-error.ts'

/** The request that a test sends. */
export interface MemoryRequest {
  readonly method?: string
  readonly target?: string
  readonly headers?: IncomingHeaders
  readonly body?: Uint8Array | string
  /** In milliseconds, as `performance.now()` counts. Default: now. */
  readonly startedAt?: number
}

/** A request without a socket: calls an application through its HTTP engine interface. */
export class MemoryExchange implements Exchange {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHeaders
  readonly remoteAddress = '127.0.0.1'
  readonly isEncrypted = false
  readonly startedAt: number
  readonly #body: Uint8Array
  readonly #closers: (() => void)[] = []
  readonly #aborters: ((reason: DOMException) => void)[] = []
  #abortReason: DOMException | undefined
  #isClosed = false
  #isStreamed = false

  constructor({
    method = 'GET',
    target = '/',
    headers = {},
    body = '',
    startedAt = performance.now(),
  }: MemoryRequest = {}) {
    this.method = method
    this.startedAt = startedAt
    this.target = target
    this.headers = { host: 'localhost', ...headers }
    this.#body = typeof body === 'string' ? new TextEncoder().encode(body) : body
  }

  header(name: string): IncomingHeaders[string] {
    return this.headers[name]
  }

  readBody(limitBytes: number): Uint8Array {
    if (this.#body.length > limitBytes) throw new PayloadTooLarge()
    return this.#body
  }

  async *streamBody(): AsyncIterable<Uint8Array> {
    if (this.#isStreamed) return
    this.#isStreamed = true
    yield this.#body
  }

  onAbort(listener: (reason: DOMException) => void): void {
    if (this.#abortReason === undefined) this.#aborters.push(listener)
    else listener(this.#abortReason)
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener()
    else this.#closers.push(listener)
  }

  onRelease(listener: () => void): void {
    this.onClose(listener)
  }

  /** Ends the exchange like a client that disconnects early. */
  abort(): void {
    this.#abortReason = new DOMException('The client left', 'AbortError')
    for (const listener of this.#aborters.splice(0)) listener(this.#abortReason)
    this.close()
  }

  /** Ends the exchange after the answer has been read. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#closers.splice(0)) listener()
  }
}
