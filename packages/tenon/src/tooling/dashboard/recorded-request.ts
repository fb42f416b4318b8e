import { inspect } from 'node:util'
import { toInvalidFields, ValidationFailed } from '../../base/support/http-error.ts'
import type { Answered, HttpRequest } from '../../web/http/request.ts'
import { toShownTarget, toShownValue } from '../failures/error-report.ts'
import type { RequestTrail } from '../trail/request-trail.ts'

/**
 * What the dashboard remembers about a request. It consists of text and numbers, so it keeps no objects of the request
 * alive. It contains no bodies, cookies or credentials.
 */
export interface RecordedRequest extends Pick<
  RequestTrail,
  'number' | 'startedAt' | 'statements' | 'statementCount' | 'spans'
> {
  readonly id: string
  readonly method: string
  readonly target: string
  readonly durationMs: number
  readonly route: string | undefined
  readonly routeName: string | undefined
  readonly status: number
  readonly contentType: string | undefined
  readonly component: string | undefined
  /** The names of the page's props. */
  readonly props: readonly string[]
  /** The handler's bindings: their names, and the kinds of their values. */
  readonly bindings: readonly (readonly [name: string, kind: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Name and message of the error that the response reports. */
  readonly error: string | undefined
}

export function recordRequest(trail: RequestTrail, { request, reply }: Answered): RecordedRequest {
  const { number, startedAt, statements, statementCount, page, inputs } = trail
  const durationMs = trail.elapsedMs()
  const bound = Object.entries(inputs.get(request) ?? {})
  const names = bound.map(([name]) => name).join(', ')
  return {
    number,
    startedAt,
    statements: statements.slice(),
    statementCount,
    spans: trail.spans.map((span) => ({
      ...span,
      label: span.kind === 'bindings' ? names : span.label,
      endMs: span.endMs ?? durationMs,
    })),
    id: request.id,
    method: request.method,
    target: toShownTarget(request),
    durationMs,
    route: request.route?.path,
    routeName: request.route?.name,
    status: reply.statusCode,
    contentType: reply.contentType,
    component: page?.component,
    props: Object.keys(page?.given.props ?? {}),
    bindings: bound.map(([name, value]) => [name, toKind(value)]),
    headers: toHeaders(request),
    error: toErrorText(reply.error),
  }
}

/** The position of a statement's text in a request, counted from 1. Repetitions have the position of the first. */
export function positionOf(sql: string, { statements }: RecordedRequest): number {
  return statements.findIndex((statement) => statement.sql === sql) + 1
}

function toHeaders({ headers }: HttpRequest): RecordedRequest['headers'] {
  return Object.entries(headers).map(([name, value]) => toShownValue([name, String(value)]))
}

/** Describes a value without showing it, because it may be the body of the request. */
function toKind(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return typeof value
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null
  return isPlain ? `fields ${Object.keys(value).join(', ')}` : value.constructor.name
}

function toErrorText(error: unknown): string | undefined {
  if (error === undefined) return undefined
  if (error instanceof ValidationFailed) return `${error.name}: ${toInvalidFields(error)}`
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error)
}
