import type { Answer, Kernel } from '../app/kernel.ts'
import type { Reply } from '../http/reply.ts'
import { MemoryExchange } from './memory-exchange.ts'
import { TestResponse } from './test-response.ts'

/** How a test asks to be answered: as a page client, a JSON client or a browser. */
export type ClientKind = 'page' | 'json' | 'browser'

/** What a client sends besides method and path. */
export interface SendOptions {
  /** Text and bytes are sent as they are, `URLSearchParams` and `FormData` as forms, the rest as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface ClientState {
  readonly kind?: ClientKind
  /** The version of the client's files that a page client claims to have. */
  readonly version: string
  readonly cookies?: ReadonlyMap<string, string>
}

/** Sends requests to an application through the engine's seam; keeps cookies as a browser does. */
export class TestClient {
  readonly #kernel: Kernel
  readonly #kind: ClientKind
  readonly #version: string
  readonly #cookies: Map<string, string>

  constructor(kernel: Kernel, { kind = 'browser', version, cookies }: ClientState) {
    this.#kernel = kernel
    this.#kind = kind
    this.#version = version
    this.#cookies = new Map(cookies)
  }

  /** Another browser that asks for this kind of answer and begins with the cookies of this one. */
  as(kind: ClientKind): TestClient {
    return new TestClient(this.#kernel, { kind, version: this.#version, cookies: this.#cookies })
  }

  get(path: string, options?: SendOptions): Promise<TestResponse> {
    return this.send('GET', path, options)
  }

  post(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('POST', path, { body })
  }

  put(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('PUT', path, { body })
  }

  patch(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('PATCH', path, { body })
  }

  delete(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('DELETE', path, { body })
  }

  /** Sends a request and reads the whole answer; redirects are not followed. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<TestResponse> {
    const [type, body] = await toBody(options.body)
    const headers = new Headers(this.#headers())
    if (type !== undefined) headers.set('content-type', type)
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    const exchange = new MemoryExchange({
      method,
      target: path,
      headers: Object.fromEntries(headers),
      body,
    })
    try {
      const response = await toResponse(await this.#kernel.handle(exchange))
      this.#keepCookies(response)
      return response
    } finally {
      exchange.close()
    }
  }

  #headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { ...wishes(this.#kind, this.#version), ...(cookie === '' ? {} : { cookie }) }
  }

  #keepCookies(response: TestResponse): void {
    for (const line of response.cookies) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (isExpired(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }
}

/** RFC 6265, 5.3: `Max-Age` has precedence over `Expires`. */
function isExpired(line: string): boolean {
  const maxAge = /;\s*max-age=(-?\d+)/i.exec(line)?.[1]
  if (maxAge !== undefined) return Number(maxAge) <= 0
  const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1]
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

function wishes(kind: ClientKind, version: string): Record<string, string> {
  if (kind === 'json') return { accept: 'application/json' }
  const accept = 'text/html, application/xhtml+xml'
  return kind === 'browser'
    ? { accept }
    : { accept, 'x-inertia': 'true', 'x-inertia-version': version }
}

async function toBody(
  body: unknown,
): Promise<[type: string | undefined, sent: string | Uint8Array]> {
  if (body === undefined) return [undefined, '']
  if (typeof body === 'string' || body instanceof Uint8Array) return [undefined, body]
  if (!(body instanceof URLSearchParams || body instanceof FormData)) {
    return ['application/json', JSON.stringify(body)]
  }
  const form = new Response(body)
  return [form.headers.get('content-type') ?? undefined, await form.bytes()]
}

async function toResponse({ reply }: Answer): Promise<TestResponse> {
  // Sound: the kernel has rendered what was deferred, so that only text, bytes and streams are left.
  const body = reply.body as string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  const text = await new Response(body).text()
  const sent = toHeaders(reply)
  const cookies = [...sent.getSetCookie(), ...(reply.cookies ?? []).map((cookie) => cookie.text)]
  sent.delete('set-cookie')
  const headers = new Map(sent)
  return new TestResponse({ status: reply.statusCode, headers, cookies, text, error: reply.error })
}

/** A field that was set several times is joined; a web `Response` has its cookies among them. */
function toHeaders({ headers = [], contentType }: Reply): Headers {
  const result = new Headers(contentType === undefined ? {} : { 'content-type': contentType })
  for (let i = 0; i < headers.length; i += 2) result.append(headers[i] ?? '', headers[i + 1] ?? '')
  return result
}
