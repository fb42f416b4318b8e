import { inspect } from 'node:util'
import type { HttpRequest } from '../../web/http/request.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import { toWire } from '../../data/records/wire.ts'
import type { SlowStatement } from '../../data/database/database.ts'
import type { RequestTrail } from '../trail/request-trail.ts'

/** All details of an error, for the developer who has to fix it. */
export interface ErrorReport {
  readonly error: unknown
  /** How to fix the error, in one sentence. */
  readonly hint: string | undefined
  readonly sections: readonly ReportSection[]
}

export interface ReportSection {
  readonly title: string
  readonly rows: readonly (readonly [name: string, value: unknown])[]
}

/** Collects the details of a request that failed. */
export function toSections(
  request: HttpRequest,
  trail: RequestTrail | undefined,
): readonly ReportSection[] {
  const names = request.route?.parameterNames ?? []
  const { statements = [], statementCount = 0, page, inputs } = trail ?? {}
  const input = new Map(Object.entries(inputs?.get(request) ?? {}))
  const sections: readonly ReportSection[] = [
    { title: 'Request', rows: [[request.method, toShownTarget(request)], ...toRouteRows(request)] },
    { title: 'Parameters', rows: names.map((name) => toShownValue([name, request.param(name)])) },
    { title: 'Records', rows: toRecordRows(names, input) },
    {
      title:
        statements.length < statementCount ? `Last of ${statementCount} statements` : 'Statements',
      rows: statements.map(toStatementRow),
    },
    {
      title: `Props of ${page?.component}`,
      rows: Object.entries(page?.given.props ?? {}).map(toShownRow),
    },
    { title: 'Headers', rows: Object.entries(request.headers).map(toShownValue) },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Formats the report as plain text, to paste when asking for help. */
export function toReportText({ error, hint, sections }: ErrorReport): string {
  const parts = [
    inspect(error),
    ...(hint === undefined ? [] : [hint]),
    ...sections.map(({ title, rows }) => `${title}\n${rows.map(toLine).join('\n')}`),
    `Node ${process.versions.node} on ${process.platform}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function toLine([name, value]: readonly [string, unknown]): string {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 3 })
  return `  ${name}: ${text.replaceAll('\n', '\n  ')}`
}

function toRouteRows({ route }: HttpRequest): ReportSection['rows'] {
  if (route === undefined) return []
  return [
    ['Route', route.path],
    ['Name', route.name ?? '(none)'],
  ]
}

function toStatementRow({ sql, durationMs, location }: SlowStatement): readonly [string, string] {
  return [`${durationMs.toFixed(1)} ms`, location === undefined ? sql : `${sql} -- ${location}`]
}

/** The bound records: the values of path parameters that are objects. */
function toRecordRows(
  names: readonly string[],
  input: ReadonlyMap<string, unknown>,
): ReportSection['rows'] {
  return names.flatMap((name) => {
    const bound = input.get(name)
    return typeof bound === 'object' && bound !== null ? [toShownRow([name, bound])] : []
  })
}

/** A value as clients would receive it. Reports are shown to others, so hidden columns stay hidden. */
function toShownRow([name, value]: [string, unknown]): readonly [string, unknown] {
  try {
    return [name, toWire(value)]
  } catch (error) {
    return [name, `(cannot be shown: ${String(error)})`]
  }
}

/** Names whose values may be credentials, which a report must not show to others. */
const secret =
  /^(?:cookie|authorization|proxy-authorization)$|api[-_]?key|token|secret|password|signature/i

const leftOut = '(left out)'

/** A header or parameter; without its value if the value may be a credential. */
export function toShownValue<Value>([name, value]: readonly [string, Value]): readonly [
  string,
  Value | typeof leftOut,
] {
  return [name, secret.test(name) ? leftOut : value]
}

/** The path and query of a request, without values that may be credentials. */
export function toShownTarget(request: HttpRequest): string {
  const { target, search, route } = request
  const path = toLoggedPath(target.slice(0, target.length - search.length))
  const values = (route?.parameterNames ?? [])
    .filter((name) => secret.test(name))
    .flatMap((name) => request.param(name) ?? [])
  // If the path has invalid escapes, no route matched, so there are no values.
  const show = (segment: string): string =>
    values.length > 0 && values.includes(decodeURIComponent(segment)) ? leftOut : segment
  return path.split('/').map(show).join('/') + toShownQuery(search)
}

/** A text with a query, without values that may be credentials. */
export function toShownQuery(text: string): string {
  return text.replace(/([?&])([^=&#]*)=[^&#]*/g, (whole, mark: string, name: string) =>
    secret.test(name) ? `${mark}${name}=${leftOut}` : whole,
  )
}
