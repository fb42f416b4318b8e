import type { OpenMetricsContentType } from 'prom-client'
import {
  answers,
  runs,
  statements,
  type AnswerMessage,
  type StatementMessage,
} from '../log/channels.ts'

/** The figures of a process, as text for a monitoring system. */
export interface Metrics extends Disposable {
  /** The media type of the text. */
  readonly contentType: string
  render(): Promise<string>
}

/** Where the figures of a process are shown, which is not where they arise under a supervisor. */
export type MetricsPlace = 'own' | 'supervised'

/**
 * Begins to count what the process tells of itself. The library is loaded here, so that a process
 * that counts nothing has not even read it. `supervised` also hands the figures to the supervisor.
 *
 * A series is made per label, so labels come from what the application declares: methods, patterns
 * of routes, status codes, verbs of SQL, names of tasks. Nothing that a client sends is one.
 */
export async function startMetrics(place: MetricsPlace = 'own'): Promise<Metrics> {
  const { AggregatorRegistry, Counter, Histogram, Registry, collectDefaultMetrics } =
    await import('prom-client')
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'tenon_http_request_duration_seconds',
    help: 'How long answers took, by method, pattern of the route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const database = new Histogram({
    name: 'tenon_database_statement_duration_seconds',
    help: 'How long statements took, by the verb they begin with.',
    labelNames: ['verb'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const tasks = new Counter({
    name: 'tenon_schedule_runs_total',
    help: 'Runs of scheduled tasks that ended in this process, by how they ended.',
    labelNames: ['task', 'state'],
    registers,
  })
  const taskSeconds = new Counter({
    name: 'tenon_schedule_run_seconds_total',
    help: 'How long the runs of scheduled tasks took together.',
    labelNames: ['task'],
    registers,
  })

  const stops = [
    answers.listen((answer) => requests.observe(toRequestLabels(answer), answer.durationMs / 1000)),
    statements.listen((each) => database.observe({ verb: toVerb(each) }, each.durationMs / 1000)),
    runs.listen(({ task, state, durationMs }) => {
      tasks.inc({ task, state })
      taskSeconds.inc({ task }, durationMs / 1000)
    }),
  ]
  if (place === 'supervised') {
    AggregatorRegistry.setRegistries(registry)
    // Made for its listener: it answers when the supervisor asks.
    void new AggregatorRegistry()
  }

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}

/** The figures of all workers together, for the process that supervises them. */
export async function gatherMetrics(): Promise<Metrics> {
  const { AggregatorRegistry } = await import('prom-client')
  const registry = new AggregatorRegistry()
  return {
    contentType: registry.contentType,
    render: () => registry.clusterMetrics(),
    [Symbol.dispose]() {},
  }
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

function toRequestLabels({ method, route, status }: AnswerMessage) {
  return {
    method: methods.has(method) ? method : 'other',
    route: route ?? 'none',
    status: String(status),
  }
}

const verbs: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with'])

function toVerb({ sql }: StatementMessage): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return verbs.has(verb) ? verb : 'other'
}
