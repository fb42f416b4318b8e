import { answers, type AnswerMessage } from '../../base/log/channels.ts'
import { knownMethods } from '../../base/log/known-methods.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts responses and measures their duration. */
export function countRequests({ library, registers }: MetricBook): StopCounting {
  const requests = new library.Histogram({
    name: 'tenon_http_request_duration_seconds',
    help: 'Response time by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  return answers.listen((answer) => requests.observe(toLabels(answer), answer.durationMs / 1000))
}

function toLabels({ method, route, status }: AnswerMessage) {
  return {
    method: knownMethods.has(method) ? method : 'other',
    route: route ?? 'none',
    status: String(status),
  }
}
