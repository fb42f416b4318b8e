import type { Exchange, IncomingHeaders } from './exchange.ts'

/**
 * A GET that the application sends to itself on behalf of a request: the same client, cookies and
 * wishes, another target, no body.
 */
export class InternalExchange implements Exchange {
  readonly method = 'GET'
  readonly target: string
  readonly headers: IncomingHeaders
  readonly #outer: Exchange

  constructor(outer: Exchange, target: string) {
    this.target = target
    this.headers = toInternalHeaders(outer.headers)
    this.#outer = outer
  }

  get remoteAddress(): string {
    return this.#outer.remoteAddress
  }

  get isEncrypted(): boolean {
    return this.#outer.isEncrypted
  }

  async readBody(): Promise<Uint8Array> {
    return new Uint8Array()
  }

  async *streamBody(): AsyncIterable<Uint8Array> {}

  onAbort(listener: (reason: DOMException) => void): void {
    this.#outer.onAbort(listener)
  }

  onClose(listener: () => void): void {
    this.#outer.onClose(listener)
  }

  onRelease(listener: () => void): void {
    this.#outer.onRelease(listener)
  }
}

/** What speaks of the outer body, of a part of its page, or of a condition, is not the inner one's. */
const outerOnly =
  /^(?:content-|transfer-encoding$|expect$|range$|if-|x-inertia-(?:partial|reset|except|infinite)|precognition)/

function toInternalHeaders(headers: IncomingHeaders): IncomingHeaders {
  const inner: Record<string, IncomingHeaders[string]> = {}
  for (const name in headers) {
    if (!outerOnly.test(name)) inner[name] = headers[name]
  }
  return inner
}
