import type { Log } from '../log/log.ts'
import { createHealth } from './health.ts'
import { readOnly, toProbeReply, type Probe } from './probe.ts'
import { createReadiness, type ReadinessChecks } from './readiness.ts'

export interface ProbeOptions {
  readonly database: { ping(timeoutMs: number): Promise<void> } | undefined
  /** Names the migrations that have not run; `undefined` when nobody migrates here. */
  readonly pendingMigrations: (() => Promise<readonly string[]>) | undefined
  /** What the application checks besides. */
  readonly checks: ReadinessChecks
  /** Answers with the figures of the process, where they are counted. */
  readonly metrics?: Probe | undefined
  readonly log: Log
  readonly isDraining: () => boolean
}

/** Where the server answers for itself. */
const prefix = '/_app/'

/** Finds the probe of a path: health, liveness, readiness and, where it is on, metrics. */
export function createProbes(options: ProbeOptions): (path: string) => Probe | undefined {
  const { database, pendingMigrations, checks } = options
  const own: ReadinessChecks = {
    ...(database && { database: { check: () => database.ping(1000), timeoutMs: 1500 } }),
    ...(pendingMigrations && { migrations: createMigrationCheck(pendingMigrations) }),
  }
  const probes = new Map<string, Probe>([
    ['health', readOnly(createHealth(options))],
    ['live', readOnly(() => toProbeReply(200, 'ok'))],
    ['ready', readOnly(createReadiness({ ...options, checks: { ...checks, ...own } }))],
  ])
  if (options.metrics !== undefined) probes.set('metrics', options.metrics)
  return (path) => (path.startsWith(prefix) ? probes.get(path.slice(prefix.length)) : undefined)
}

/** What has run stays so: the question is asked until none is pending. */
function createMigrationCheck(pending: () => Promise<readonly string[]>): ReadinessChecks[string] {
  let isUpToDate = false
  return {
    async check() {
      if (isUpToDate) return
      const names = await pending()
      if (names.length > 0) throw new Error(`Migrations are pending: ${names.join(', ')}`)
      isUpToDate = true
    },
  }
}
