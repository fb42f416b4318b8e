import type { TrailSpan } from '../trail/request-trail.ts'
import { markup, type Markup } from './markup.ts'
import { positionOf, type RecordedRequest } from './recorded-request.ts'
import { formatMs } from './formats.ts'

interface Part {
  readonly kind: TrailSpan['kind'] | 'statement'
  readonly label: Markup
  readonly startMs: number
  readonly endMs: number
}

/** Draws when each part of a request ran. The table shows the same in numbers. */
export function toTimeline(request: RecordedRequest): Markup {
  const parts = [...request.spans.map(fromSpan), ...toStatements(request)].toSorted(byStart)
  if (parts.length === 0)
    return markup`<p class="empty">No part of this request was timed: it did not reach a route.</p>`
  return markup`<div class="scroll" role="region" aria-label="Timeline" tabindex="0"><table class="timeline">
<thead><tr><th scope="col">Part</th><th scope="col" class="what">What</th><th scope="col" class="chart"><span class="unseen">Chart</span></th><th scope="col" class="number">Starts</th><th scope="col" class="number">Takes</th></tr></thead>
<tbody>${parts.map((part) => toRow(part, request.durationMs))}</tbody>
</table></div>`
}

function toRow({ kind, label, startMs, endMs }: Part, totalMs: number): Markup {
  const takesMs = endMs - startMs
  return markup`<tr>
<td><span class="kind ${kind}">${names[kind]}</span></td><td class="what">${label}</td>
<td class="chart"><svg aria-hidden="true" class="${kind}"><rect class="track" width="100%" height="100%" rx="3"/><rect x="${toPercent(startMs, totalMs)}" width="${toPercent(Math.max(takesMs, totalMs / 200), totalMs)}" height="100%" rx="3"/></svg></td>
<td class="number">${formatMs(startMs)}</td><td class="number">${formatMs(takesMs)}</td>
</tr>`
}

const names: Readonly<Record<Part['kind'], string>> = {
  middleware: 'Middleware',
  handler: 'Handler',
  bindings: 'Bindings',
  statement: 'SQL',
  page: 'Page',
  prop: 'Prop',
  render: 'Render',
}

function fromSpan({ kind, label, startMs, endMs = startMs }: TrailSpan): Part {
  return { kind, label: markup`<code>${label}</code>`, startMs, endMs }
}

function toStatements(request: RecordedRequest): readonly Part[] {
  return request.statements.map(({ sql, startMs, durationMs }) => ({
    kind: 'statement',
    label: markup`<a href="#statement-${positionOf(sql, request)}"><code>${sql}</code></a>`,
    startMs,
    endMs: startMs + durationMs,
  }))
}

/** Orders parts by their start. A part comes before the parts that it contains, even if both begin at the same time. */
function byStart(one: Part, other: Part): number {
  return one.startMs - other.startMs || other.endMs - one.endMs
}

function toPercent(ms: number, totalMs: number): string {
  return `${((100 * ms) / Math.max(totalMs, 0.001)).toFixed(2)}%`
}
