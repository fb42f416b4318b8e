import type { FinishedReply } from '../../../web/http/reply.ts'
import type { InternalRequest } from '../../../web/http/internal-exchange.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { writeQuery, type QueryFields } from '../../../web/body/write-query.ts'
import type { Segment } from '../../../web/routing/path-pattern.ts'
import { toUrl } from '../../../web/routing/url.ts'
import type { Dispatch } from '../../../web/server/responder.ts'
import type { InputPart } from './tool-input.ts'
import type { Tool } from './tool.ts'

/** The content of a result: text, or bytes in base64. Agents see images and hear audio; other bytes are a resource. */
type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource'
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string }
    }

/** The result of a tool, in the format of the protocol. */
export interface ToolResult {
  [key: string]: unknown
  readonly content: ToolContent[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError: boolean
}

/**
 * Calls a route on behalf of the client that called the tool: with its token and cookies, through all
 * middleware, rules and limits.
 */
export async function callTool(
  { route, input: { parts }, outputSchema }: Tool,
  input: Readonly<Record<string, unknown>>,
  { request, dispatch, signal }: Caller,
): Promise<ToolResult> {
  const { pattern, method } = route
  const wrong = pattern.segments
    .filter((segment) => segment.kind !== 'fixed')
    .find((segment) => !fillsSegment(segment, input[segment.name]))
  if (wrong !== undefined) return toError(`"${wrong.name}" is missing or cannot be part of a path.`)

  const { path: keys, query, body } = partition(parts, method, input)
  // Sound: `fillsSegment` has checked each value.
  const path =
    request.base +
    toUrl(route.name ?? pattern.path, pattern, keys as Readonly<Record<string, string>>)
  // Sound: every value is JSON, whether or not it can be written in a query.
  const target = path + writeQuery((query ?? {}) as QueryFields)
  const { reply } = await dispatch(
    request.internalExchange(target, { method, signal, ...toSent(body) }),
  )
  const { statusCode, contentType = '' } = reply
  const bytes = await readBytes(reply)
  if (statusCode < 300 && bytes.length > 0 && !isText.test(contentType)) {
    const uri = `${request.protocol}://${request.host}${target}`
    return { content: [toBinary(bytes.toString('base64'), contentType, uri)], isError: false }
  }
  return toResult(reply, bytes.toString(), outputSchema !== undefined)
}

/** The request on whose behalf a tool is called, and the signal that ends the call. */
export interface Caller {
  readonly request: HttpRequest
  readonly dispatch: Dispatch
  /** Aborted when the agent no longer wants the result. */
  readonly signal: AbortSignal
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

type Partitioned = Readonly<Partial<Record<InputPart['place'], unknown>>>

/**
 * Puts each input in its place. Other inputs go where requests of the method have their input: the body or the query.
 */
function partition(
  parts: readonly InputPart[],
  method: string,
  input: Readonly<Record<string, unknown>>,
): Partitioned {
  const entries = Object.entries(input)
  const named = new Set(parts.flatMap(({ properties }) => Object.keys(properties)))
  const hasBody = parts.some(({ place }) => place === 'body') || !bodiless.has(method)
  const rest = entries.filter(([name]) => !named.has(name))
  const free: Partitioned = { [hasBody ? 'body' : 'query']: Object.fromEntries(rest) }
  const placed = parts.map(({ place, properties, isWhole }): Partitioned => {
    if (isWhole) return { [place]: input[place] }
    const own = entries.filter(([name]) => Object.hasOwn(properties, name))
    return { [place]: { ...(free[place] as object | undefined), ...Object.fromEntries(own) } }
  })
  return Object.assign({}, free, ...placed)
}

function toSent(body: unknown): InternalRequest {
  const accept = 'application/json'
  if (body === undefined) return { headers: { accept } }
  return {
    headers: { accept, 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }
}

/** Whether a value can fill the segment of a path. `.` and `..` would lead to another path. */
function fillsSegment({ kind }: Segment, value: unknown): boolean {
  if (typeof value === 'number') return true
  if (typeof value !== 'string') return false
  const texts = kind === 'wildcard' ? value.split('/') : [value]
  return texts.every((text) => text !== '' && text !== '.' && text !== '..')
}

async function readBytes({ body }: FinishedReply): Promise<Buffer> {
  if (body === null || typeof body === 'string') return Buffer.from(body ?? '')
  // Sound: our replies never use shared memory.
  const response = new Response(body as Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>)
  return Buffer.from(await response.arrayBuffer())
}

/** A reply without a type counts as text. */
const isText = /^$|^text\/|[/+](?:json|xml|x-ndjson|javascript)\b/i

function toBinary(data: string, mimeType: string, uri: string): ToolContent {
  const [kind] = mimeType.split('/')
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType }
  return { type: 'resource', resource: { uri, mimeType, blob: data } }
}

function toResult({ statusCode }: FinishedReply, text: string, isStructured: boolean): ToolResult {
  if (statusCode >= 300) return toError(text === '' ? `Status ${statusCode}` : text)
  const content: ToolResult['content'] = [{ type: 'text', text: text === '' ? 'Done.' : text }]
  if (!isStructured) return { content, isError: false }
  // Sound: the route answers with an object, as it declares.
  const structuredContent = JSON.parse(text) as Record<string, unknown>
  return { content, structuredContent, isError: false }
}

function toError(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
