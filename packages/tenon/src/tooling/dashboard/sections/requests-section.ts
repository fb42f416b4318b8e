import { toOwnUrl } from '../../../web/routing/url.ts'
import type { Database } from '../../../data/database/database.ts'
import { explainStatement, isExplainable } from '../explain-statement.ts'
import { formatMs, toBadge, toStatusBadge, toTimeOfDay } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { TrailStatement } from '../../trail/request-trail.ts'
import { positionOf, type RecordedRequest } from '../recorded-request.ts'
import type { RequestHistory } from '../request-history.ts'
import { dashboardPath, type Section } from '../section.ts'
import { toFacts, toTable } from '../tables.ts'
import { toTimeline } from '../timeline.ts'

export interface RequestsSectionOptions {
  readonly history: RequestHistory
  readonly findDatabase: () => Database | undefined
  /** The path of a request's error page, if it is still kept. */
  readonly findErrorPage: (requestId: string) => string | undefined
}

/** Shows the latest requests, and what each of them did. */
export function requestsSection(options: RequestsSectionOptions): Section {
  return {
    name: 'requests',
    title: 'Requests',
    render: () => toList(options.history.latest()),
    data: () => options.history.latest(),
    renderDetails(path, query) {
      const found = options.history.find(Number(path))
      return found && toDetails(found, query, options)
    },
  }
}

/** The path of a request's page. */
export function toRequestPath(number: number): string {
  return toOwnUrl(`${dashboardPath}/requests/${number}`)
}

function toList(requests: readonly RecordedRequest[]): Markup {
  return markup`<h1>Requests</h1>
<p class="lead">The latest 100, newest first. New ones appear by themselves.</p>
<div data-live>${toTable(requests, {
    label: 'Requests',
    key: ({ number }) => number,
    empty: 'There was no request yet. Open a page of your application in another tab.',
    columns: [
      { title: 'Status', cell: ({ status }) => toStatusBadge(status) },
      { title: 'Request', cell: toLink },
      { title: 'Route', cell: ({ routeName, route }) => routeName ?? route ?? '' },
      {
        title: 'Statements',
        cell: ({ statementCount }) => statementCount,
        isNumber: true,
      },
      { title: 'Took', cell: ({ durationMs }) => formatMs(durationMs), isNumber: true },
      { title: 'At', cell: ({ startedAt }) => toTimeOfDay(startedAt), isNumber: true },
    ],
  })}</div>`
}

function toLink({ number, method, target }: RecordedRequest): Markup {
  return markup`<a class="request" href="${toRequestPath(number)}"><b>${method}</b> <code>${target}</code></a>`
}

async function toDetails(
  request: RecordedRequest,
  query: URLSearchParams,
  options: RequestsSectionOptions,
): Promise<Markup> {
  const { method, target, status, durationMs, statementCount } = request
  return markup`<p class="back"><a href="${toOwnUrl(dashboardPath)}">All requests</a></p>
<h1><b>${method}</b> <code>${target}</code></h1>
<p class="lead">${toStatusBadge(status)} ${formatMs(durationMs)} · ${count(statementCount, 'statement')}</p>
${toError(request, options.findErrorPage(request.id))}
<h2>Timeline</h2>
${toTimeline(request)}
<h2>Statements</h2>
${await toStatements(request, query.get('explain'), options.findDatabase())}
<h2>Response</h2>
${toFacts(toAnswerFacts(request))}
<h2>Headers</h2>
${toFacts(request.headers.map(([name, value]) => [name, markup`<code>${value}</code>`]))}`
}

function toError({ error }: RecordedRequest, page: string | undefined): Markup | undefined {
  if (error === undefined) return undefined
  const link = page && markup` <a href="${page}">Open its error page</a>`
  return markup`<p class="error"><code>${error}</code>${link}</p>`
}

function toAnswerFacts(request: RecordedRequest): Parameters<typeof toFacts>[0] {
  const { id, route, routeName, component, props, bindings, contentType } = request
  return [
    ['Route', route === undefined ? 'none matched' : markup`<code>${route}</code>`],
    ...(routeName === undefined ? [] : [['Name', routeName] as const]),
    ...bindings.map(([name, kind]) => [`Binds ${name}`, markup`<code>${kind}</code>`] as const),
    ...(component === undefined ? [] : [['Page', component] as const]),
    ...(props.length === 0 ? [] : [['Props', props.join(', ')] as const]),
    ['Content type', contentType ?? 'no body'],
    ['Request id', markup`<code>${id}</code>`],
  ]
}

async function toStatements(
  request: RecordedRequest,
  explained: string | null,
  database: Database | undefined,
): Promise<Markup> {
  const { statements, statementCount } = request
  if (statements.length === 0) return markup`<p class="empty">None.</p>`
  const groups = [...Map.groupBy(statements, ({ sql }) => sql)]
  const items = groups.map(async ([sql, group]) => {
    const position = positionOf(sql, request)
    const isExplained = explained === String(position) && isExplainable(sql)
    const plan =
      isExplained && database !== undefined ? await explainStatement(database, sql) : undefined
    return markup`<li id="statement-${position}"><pre tabindex="0" aria-label="Statement ${position}">${sql}</pre>
<p>${toTotal(group)}${isExplained ? undefined : toExplainLink(request, sql, position)}</p>${toPlan(plan)}</li>\n`
  })
  const left = statementCount - statements.length
  const note = left > 0 ? markup`<p>The first ${left} are not kept.</p>` : undefined
  return markup`${note}<ol class="statements">${await Promise.all(items)}</ol>`
}

/** The total time. A statement that runs again and again is usually a relation that was not loaded with its records. */
function toTotal(group: readonly TrailStatement[]): Markup {
  const total = formatMs(group.reduce((sum, { durationMs }) => sum + durationMs, 0))
  if (group.length < 2) return markup`${total}`
  return markup`${toBadge(`ran ${group.length} times`, group.length < 3 ? 'quiet' : 'warn')} · ${total} in total`
}

function toExplainLink(
  { number }: RecordedRequest,
  sql: string,
  position: number,
): Markup | undefined {
  if (!isExplainable(sql)) return undefined
  const path = `${toRequestPath(number)}?explain=${position}#statement-${position}`
  return markup` · <a href="${path}">Explain<span class="unseen"> statement ${position}</span></a>`
}

function toPlan(plan: string | undefined): Markup | undefined {
  if (plan === undefined) return undefined
  return markup`<pre class="plan" tabindex="0" aria-label="Plan">${plan}</pre>`
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
