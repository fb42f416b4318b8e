import assert from 'node:assert/strict'
import type { FinishedBody, FinishedReply } from '../../web/http/reply.ts'
import type { LiveProps } from '../../pages/live/live-tickets.ts'
import type { Kernel } from '../../application/kernel/kernel.ts'
import { LiveTestPage } from './live-test-page.ts'
import { TestChannel } from './test-channel.ts'
import { MemoryExchange } from './memory-exchange.ts'
import { noteStatements } from './noted-statements.ts'
import { TestResponse } from './test-response.ts'

/** The kind of client that a test acts as. */
export type ClientKind = 'page' | 'json' | 'browser'

/** The parts of a request besides method and path. */
export interface SendOptions {
  /** Text and bytes are sent unchanged, `URLSearchParams` and `FormData` as forms, other values as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to leave an event stream at once, because it may have no end. Its text is then empty. Default: false. */
  readonly leavesEventStream?: boolean
}

/** The parts of a request besides method, path and body. */
export type BesideBody = Omit<SendOptions, 'body'>

/** Options of a client. */
export interface ClientOptions {
  /** Headers for every request, such as a token. Headers of a request itself take precedence. */
  readonly headers?: Readonly<Record<string, string>>
}

interface ClientState extends ClientOptions {
  readonly kind?: ClientKind
  /** The version of the client's files that a page client sends. */
  readonly version: string
  readonly cookies?: ReadonlyMap<string, string>
}

/** Sends requests to an application without a socket; keeps cookies like a browser. */
export class TestClient {
  readonly #kernel: Kernel
  readonly #kind: ClientKind
  readonly #version: string
  readonly #cookies: Map<string, string>
  readonly #held: Readonly<Record<string, string>>

  constructor(kernel: Kernel, { kind = 'browser', version, cookies, headers = {} }: ClientState) {
    this.#kernel = kernel
    this.#held = headers
    this.#kind = kind
    this.#version = version
    this.#cookies = new Map(cookies)
  }

  /** Creates another client of this kind, which starts with this one's cookies and headers. */
  as(kind: ClientKind, { headers }: ClientOptions = {}): TestClient {
    return new TestClient(this.#kernel, {
      kind,
      version: this.#version,
      cookies: this.#cookies,
      headers: { ...this.#held, ...headers },
    })
  }

  get(path: string, options?: SendOptions): Promise<TestResponse> {
    return this.send('GET', path, options)
  }

  post(path: string, body?: unknown, options?: BesideBody): Promise<TestResponse> {
    return this.send('POST', path, { ...options, body })
  }

  put(path: string, body?: unknown, options?: BesideBody): Promise<TestResponse> {
    return this.send('PUT', path, { ...options, body })
  }

  patch(path: string, body?: unknown, options?: BesideBody): Promise<TestResponse> {
    return this.send('PATCH', path, { ...options, body })
  }

  delete(path: string, body?: unknown, options?: BesideBody): Promise<TestResponse> {
    return this.send('DELETE', path, { ...options, body })
  }

  /**
   * Shows a live page, and collects which of its props it is told to request again. A prop that is deferred or optional
   * is not followed, because the page does not have it yet.
   */
  async live(path: string): Promise<LiveTestPage> {
    const page = (await this.as('page').get(path)).page()
    // Sound: the framework sets this value.
    const liveProps = (page['liveProps'] ?? {}) as LiveProps
    const tickets = Object.values(liveProps).map(({ ticket }) => [ticket])
    return new LiveTestPage(liveProps, await this.#follow(tickets, `${path} has no live props`))
  }

  /** Follows a channel by the path of its route, and collects the messages that the client receives. */
  async channel(path: string): Promise<TestChannel> {
    const answer = await this.as('json').get(path)
    assert.equal(answer.status, 200, `${path} answers ${answer.status}`)
    // Sound: a channel answers with these. Otherwise following fails.
    const { ticket, watch } = answer.json() as { ticket: string; watch: string }
    const stream = await this.#follow([[ticket]], `${path} is not a channel`)
    return new TestChannel(watch, stream)
  }

  async #follow(tickets: readonly unknown[], problem: string): Promise<ReadableStream<Uint8Array>> {
    const exchange = new MemoryExchange({
      method: 'POST',
      target: '/_app/changes',
      headers: { ...this.#headers(), ...this.#held, 'content-type': 'application/json' },
      body: JSON.stringify({ tickets }),
    })
    const { reply } = await this.#kernel.handle(exchange)
    assert.ok(reply.body instanceof ReadableStream, `${problem} (${reply.statusCode})`)
    return reply.body
  }

  /** Sends a request and reads the whole answer. It does not follow redirects. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<TestResponse> {
    const [type, body] = await toBody(options.body)
    const headers = new Headers(this.#headers())
    if (type !== undefined) headers.set('content-type', type)
    const own = { ...this.#held, ...options.headers }
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    const exchange = new MemoryExchange({
      method,
      target: path,
      headers: Object.fromEntries(headers),
      body,
    })
    const statements: string[] = []
    try {
      const response = await noteStatements(statements, async () => {
        const { reply } = await this.#kernel.handle(exchange)
        const isLeft = options.leavesEventStream === true && isEventStream(reply)
        if (isLeft) exchange.abort()
        const read = isLeft ? reply.withBody(reply.contentType, null) : reply
        return toResponse(read, statements)
      })
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

/** Whether a cookie has expired: `Max-Age` takes precedence over `Expires` (RFC 6265, 5.3). */
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
    return ['application/json', JSON.stringify(body, withText)]
  }
  const form = new Response(body)
  return [form.headers.get('content-type') ?? undefined, await form.bytes()]
}

/** Writes big integers as text, like the client in the browser. */
function withText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function isEventStream({ contentType }: FinishedReply): boolean {
  return contentType?.startsWith('text/event-stream') === true
}

async function toResponse(
  reply: FinishedReply,
  statements: readonly string[],
): Promise<TestResponse> {
  // Sound: our replies never use shared memory.
  const body = reply.body as Exclude<FinishedBody, Uint8Array> | Uint8Array<ArrayBuffer>
  const text = await new Response(body).text()
  const sent = toHeaders(reply)
  const cookies = [...sent.getSetCookie(), ...(reply.cookies ?? []).map((cookie) => cookie.text)]
  sent.delete('set-cookie')
  const headers = new Map(sent)
  const { statusCode: status, error } = reply
  return new TestResponse({ status, headers, cookies, text, error, statements })
}

/** Joins headers that were set several times. The headers of a web `Response` include its cookies. */
function toHeaders({ headers, contentType }: FinishedReply): Headers {
  const result = new Headers(contentType === undefined ? {} : { 'content-type': contentType })
  headers?.forEach((name, value) => result.append(name, value))
  return result
}
