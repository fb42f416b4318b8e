import { inspect } from 'node:util'
import type { HttpRequest } from '../http/request.ts'
import { toWire } from '../records/wire.ts'
import type { RequestTrail } from './request-trail.ts'

/** All that is known of an error, for whoever has to mend it. */
export interface ErrorReport {
  readonly error: unknown
  /** What may mend it, in one sentence. */
  readonly hint: string | undefined
  readonly sections: readonly ReportSection[]
}

export interface ReportSection {
  readonly title: string
  readonly rows: readonly (readonly [name: string, value: unknown])[]
}

/** Gathers what is known of a request that failed. */
export function toSections(
  request: HttpRequest,
  trail: RequestTrail | undefined,
): readonly ReportSection[] {
  const names = request.route?.parameterNames ?? []
  const { statements = [], statementCount = 0, page, inputs } = trail ?? {}
  const input = new Map(Object.entries(inputs?.get(request) ?? {}))
  const sections: readonly ReportSection[] = [
    { title: 'Request', rows: [[request.method, request.target], ...toRouteRows(request)] },
    { title: 'Parameters', rows: names.map((name) => [name, request.param(name)]) },
    { title: 'Records', rows: toRecordRows(names, input) },
    {
      title:
        statements.length < statementCount ? `Last of ${statementCount} statements` : 'Statements',
      rows: statements.map(({ sql, durationMs }) => [`${durationMs.toFixed(1)} ms`, sql]),
    },
    {
      title: `Props of ${page?.component}`,
      rows: Object.entries(page?.props ?? {}).map(toShownRow),
    },
    { title: 'Headers', rows: Object.entries(request.headers).map(toHeaderRow) },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** The report as plain text, to be pasted where one asks for help. */
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

/** Of what the path binds, what is more than a parsed parameter. */
function toRecordRows(
  names: readonly string[],
  input: ReadonlyMap<string, unknown>,
): ReportSection['rows'] {
  return names.flatMap((name) => {
    const bound = input.get(name)
    return typeof bound === 'object' && bound !== null ? [toShownRow([name, bound])] : []
  })
}

/** As clients would be sent it: a report is shown to others, and hidden columns stay hidden. */
function toShownRow([name, value]: [string, unknown]): readonly [string, unknown] {
  try {
    return [name, toWire(value)]
  } catch (error) {
    return [name, `(cannot be shown: ${String(error)})`]
  }
}

/** A report is shown to others: what lets one in as somebody else does not belong in it. */
const secret = /^(?:cookie|authorization|proxy-authorization)$/

function toHeaderRow([name, value]: [string, unknown]): readonly [string, unknown] {
  return [name, secret.test(name) ? '(left out)' : value]
}
