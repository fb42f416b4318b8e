import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api'
import type { Exchange, IncomingHeaders } from '../../web/http/exchange.ts'
import type { Answered, HttpRequest } from '../../web/http/request.ts'
import { knownMethods } from '../../base/log/known-methods.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { toLogFields } from './log-fields.ts'
import { failSpan } from './span-failure.ts'

/**
 * Handles a request in its own span. The span ends with the exchange: after the last byte of a streamed response, or
 * when the client disconnects.
 */
export function followRequest(
  tracer: Tracer,
  exchange: Exchange,
  handle: () => MaybePromise<Answered>,
): MaybePromise<Answered> {
  // Use the root context: a connection and its context outlive a request.
  const parent = propagation.extract(ROOT_CONTEXT, exchange.headers, headerGetter)
  const method = toMethod(exchange.method)
  const options = { kind: SpanKind.SERVER, attributes: toAttributes(exchange, method) }
  const span = tracer.startSpan(method === unknownMethod ? 'HTTP' : method, options, parent)
  exchange.logFields = toLogFields(span)
  const followed: FollowedSpan = { span, method, isNamed: false }
  const following = trace.setSpan(parent, span).setValue(followedKey, followed)

  let isAborted = false
  exchange.onAbort((reason) => {
    isAborted = true
    tellAbort(span, reason)
  })
  exchange.onClose(() => span.end())
  return whenReady(context.with(following, handle), (answer) => {
    if (!isAborted) tellAnswer(followed, answer)
    const { request, reply } = answer
    if (!(reply.body instanceof ReadableStream)) return answer
    return { request, reply: reply.withBody(reply.contentType, bindStream(following, reply.body)) }
  })
}

/** Names the span of the current request after its route, before the request is handled. */
export function nameSpan(request: HttpRequest): void {
  // Sound: only `followRequest` writes this key.
  const followed = context.active().getValue(followedKey) as FollowedSpan | undefined
  // While a form's request runs, a second request renders the form's page. Keep the first name.
  if (followed?.isNamed === false) tellRequest(followed, request)
}

interface FollowedSpan {
  readonly span: Span
  readonly method: string
  /** Whether the span already describes its request. */
  isNamed: boolean
}

const followedKey = createContextKey('tenon: the span of the request')

const headerGetter: TextMapGetter<IncomingHeaders> = {
  keys: (headers) => Object.keys(headers),
  get(headers, name) {
    const value = headers[name.toLowerCase()]
    return typeof value === 'string' || value === undefined ? value : [...value]
  },
}

const unknownMethod = '_OTHER'

function toMethod(method: string): string {
  return knownMethods.has(method) ? method : unknownMethod
}

// https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
function toAttributes({ method: original, target }: Exchange, method: string): Attributes {
  return {
    'http.request.method': method,
    ...(method === unknownMethod && { 'http.request.method_original': original }),
    'url.path': target.split('?', 1)[0],
  }
}

function tellRequest(followed: FollowedSpan, request: HttpRequest): void {
  const { span, method } = followed
  const route = request.route?.path
  followed.isNamed = true
  if (route !== undefined) {
    span.updateName(`${method} ${route}`)
    span.setAttribute('http.route', route)
  }
  span.setAttributes({
    'url.scheme': request.protocol,
    'server.address': request.host.replace(/:\d+$/, ''),
    'tenon.request.id': request.id,
  })
}

function tellAnswer(followed: FollowedSpan, { request, reply }: Answered): void {
  const { span } = followed
  const { statusCode, error } = reply
  if (!followed.isNamed) tellRequest(followed, request)
  span.setAttribute('http.response.status_code', statusCode)
  if (statusCode < 500) return
  failSpan(span, error)
  if (!(error instanceof Error)) span.setAttribute('error.type', String(statusCode))
}

/** Records why a request was aborted: its deadline passed, so the server answers 503, or the client disconnected. */
function tellAbort(span: Span, { name }: DOMException): void {
  span.setAttribute('error.type', name)
  if (name !== 'TimeoutError') return
  span.setAttribute('http.response.status_code', 503)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Reads a stream in the context of its span, because that happens long after the handler has returned. */
function bindStream(
  following: Context,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await reader.read()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream(
    {
      pull: (controller) => context.with(following, () => pull(controller)),
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
