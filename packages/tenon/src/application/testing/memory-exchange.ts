import type { Exchange, IncomingHeaders } from '../http/exchange.ts'
import { PayloadTooLarge } from '../support/http-error.ts'

/** What a test sends. */
export interface MemoryRequest {
  readonly method?: string
  readonly target?: string
  readonly headers?: IncomingHeaders
  readonly body?: Uint8Array | string
}

/** A request that never saw a socket: drives an application through the engine's seam. */
export class MemoryExchange implements Exchange {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHeaders
  readonly remoteAddress = '127.0.0.1'
  readonly isEncrypted = false
  readonly #body: Uint8Array
  readonly #closers: (() => void)[] = []
  readonly #aborters: ((reason: DOMException) => void)[] = []
  #abortReason: DOMException | undefined
  #isClosed = false

  constructor({ method = 'GET', target = '/', headers = {}, body = '' }: MemoryRequest = {}) {
    this.method = method
    this.target = target
    this.headers = { host: 'localhost', ...headers }
    this.#body = typeof body === 'string' ? new TextEncoder().encode(body) : body
  }

  async readBody(limitBytes: number): Promise<Uint8Array> {
    if (this.#body.length > limitBytes) throw new PayloadTooLarge()
    return this.#body
  }

  async *streamBody(): AsyncIterable<Uint8Array> {
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

  /** Ends the exchange as a client does that leaves early. */
  abort(): void {
    this.#abortReason = new DOMException('The client left', 'AbortError')
    for (const listener of this.#aborters.splice(0)) listener(this.#abortReason)
    this.close()
  }

  /** Ends the exchange once the answer was taken. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#closers.splice(0)) listener()
  }
}
