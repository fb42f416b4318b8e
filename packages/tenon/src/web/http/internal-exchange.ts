import { PayloadTooLarge } from '../../base/support/http-error.ts'
import type { Exchange, IncomingHeaders } from './exchange.ts'

/** What an internal request sends. Default: a GET without a body. */
export interface InternalRequest {
  readonly method?: string
  readonly headers?: IncomingHeaders
  readonly body?: Uint8Array
  /** Aborts this request alone; the end of the outer one aborts it too. */
  readonly signal?: AbortSignal
}

/**
 * An internal request on behalf of another: same client, cookies and preferences, but another target
 * and its own body.
 */
export class InternalExchange implements Exchange {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHeaders
  readonly #outer: Exchange
  readonly #body: Uint8Array
  readonly #signal: AbortSignal | undefined

  constructor(outer: Exchange, target: string, sent: InternalRequest = {}) {
    this.method = sent.method ?? 'GET'
    this.target = target
    this.headers = Object.assign(toInternalHeaders(outer.headers), sent.headers)
    this.#outer = outer
    this.#body = sent.body ?? nothing
    this.#signal = sent.signal
  }

  header(name: string): IncomingHeaders[string] {
    return this.headers[name]
  }

  get startedAt(): number {
    return this.#outer.startedAt
  }

  get remoteAddress(): string {
    return this.#outer.remoteAddress
  }

  get isEncrypted(): boolean {
    return this.#outer.isEncrypted
  }

  readBody(limitBytes: number): Uint8Array {
    if (this.#body.length > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
    return this.#body
  }

  async *streamBody(): AsyncIterable<Uint8Array> {
    if (this.#body.length > 0) yield this.#body
  }

  onAbort(listener: (reason: DOMException) => void): void {
    const signal = this.#signal
    if (signal === undefined) return this.#outer.onAbort(listener)
    const ended = new AbortController()
    this.#outer.onAbort((reason) => ended.abort(reason))
    const either = AbortSignal.any([signal, ended.signal])
    const tell = (): void => listener(either.reason)
    if (either.aborted) tell()
    else either.addEventListener('abort', tell, { once: true })
  }

  onClose(listener: () => void): void {
    this.#outer.onClose(listener)
  }

  onRelease(listener: () => void): void {
    this.#outer.onRelease(listener)
  }
}

const nothing = new Uint8Array()

/**
 * Headers about the outer body, a partial page or a condition do not apply to the inner request.
 */
const outerOnly =
  /^(?:content-|transfer-encoding$|expect$|range$|if-|x-inertia-(?:partial|reset|infinite)|precognition)/

function toInternalHeaders(headers: IncomingHeaders): IncomingHeaders {
  const inner: Record<string, IncomingHeaders[string]> = {}
  for (const name in headers) {
    if (!outerOnly.test(name)) inner[name] = headers[name]
  }
  return inner
}
