import type { FinishedReply } from '../../../web/http/reply.ts'
import type { Answered, HttpRequest } from '../../../web/http/request.ts'
import type { Exchange } from '../../../web/http/exchange.ts'
import { writeQuery, type QueryFields } from '../../../web/body/write-query.ts'
import { toUrl } from '../../../web/routing/url.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { Tool } from './tool.ts'

/** Answers a whole request, with all middleware. */
export type Dispatch = (exchange: Exchange) => MaybePromise<Answered>

/** What a tool has answered, in the terms of the protocol. */
export interface ToolResult {
  [key: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError: boolean
}

/**
 * Calls a route on behalf of the client that called the tool: with its token and cookies, through all
 * middleware, rules and limits.
 */
export async function callTool(
  { route, outputSchema }: Tool,
  input: Readonly<Record<string, unknown>>,
  request: HttpRequest,
  dispatch: Dispatch,
): Promise<ToolResult> {
  const { pattern, method } = route
  const names = new Set(pattern.parameterNames)
  const [keys, fields] = partition(input, names)
  const missing = pattern.parameterNames.find((name) => !isKey(keys[name]))
  if (missing !== undefined) return toError(`"${missing}" is missing.`)

  const path = toUrl(route.name ?? pattern.path, pattern, keys as Readonly<Record<string, string>>)
  const isQuery = bodiless.has(method)
  const target = isQuery ? path + writeQuery(fields as QueryFields) : path
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const body = new TextEncoder().encode(JSON.stringify(fields))
  const sent = isQuery ? { method, headers: { accept: headers.accept } } : { method, headers, body }
  const { reply } = await dispatch(request.internalExchange(target, sent))
  return toResult(reply, await readText(reply), outputSchema !== undefined)
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

function partition(
  input: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): readonly [Record<string, unknown>, Record<string, unknown>] {
  const entries = Object.entries(input)
  return [
    Object.fromEntries(entries.filter(([name]) => names.has(name))),
    Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  ]
}

/** Whether a value can be a part of a path; `.` and `..` would lead to another one. */
function isKey(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && value !== '' && value !== '.' && value !== '..'
}

async function readText({ body }: FinishedReply): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? ''
  // Sound: our replies never use shared memory.
  return new Response(body as Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>).text()
}

function toResult({ statusCode }: FinishedReply, text: string, isStructured: boolean): ToolResult {
  if (statusCode >= 300) return toError(text === '' ? `Status ${statusCode}` : text)
  const content: ToolResult['content'] = [{ type: 'text', text: text === '' ? 'Done.' : text }]
  if (!isStructured) return { content, isError: false }
  // Sound: the route answers what it states, an object.
  const structuredContent = JSON.parse(text) as Record<string, unknown>
  return { content, structuredContent, isError: false }
}

function toError(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
