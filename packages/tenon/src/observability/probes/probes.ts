import type { Log } from '../../base/log/log.ts'
import { createHealth } from './health.ts'
import { readOnly, toProbeReply, type Probe } from './probe.ts'
import { createReadiness, type ReadinessChecks } from './readiness.ts'

export interface ProbeOptions {
  readonly database: { ping(timeoutMs: number): Promise<void> } | undefined
  /** Names the pending migrations; `undefined` if the application has no migrations. */
  readonly pendingMigrations: (() => Promise<readonly string[]>) | undefined
  /** The application's own checks. */
  readonly checks: ReadinessChecks
  /** Serves the metrics of the process, if they are enabled. */
  readonly metrics?: Probe | undefined
  /** Answers a name and the paths below it, such as `storage` for `/_app/storage/…`. */
  readonly folders?: Readonly<Record<string, Probe>>
  readonly log: Log
  readonly isDraining: () => boolean
}

/** The prefix of paths that the server itself answers. */
const prefix = '/_app/'

/** Finds the probe for a path: health, live, ready and, if enabled, metrics. */
export function createProbes(options: ProbeOptions): (path: string) => Probe | undefined {
  const { database, pendingMigrations, checks } = options
  const own: ReadinessChecks = {
    ...(database && { database: { check: () => database.ping(1000), timeout: '1500ms' } }),
    ...(pendingMigrations && { migrations: createMigrationCheck(pendingMigrations) }),
  }
  const probes = new Map<string, Probe>([
    ['health', readOnly(createHealth(options))],
    ['live', readOnly(() => toProbeReply(200, 'ok'))],
    ['ready', readOnly(createReadiness({ ...options, checks: { ...checks, ...own } }))],
  ])
  if (options.metrics !== undefined) probes.set('metrics', options.metrics)
  for (const [name, probe] of Object.entries(options.folders ?? {})) {
    probes.set(name, probe).set(`${name}/`, probe)
  }
  return (path) => (path.startsWith(prefix) ? probes.get(toName(path)) : undefined)
}

/** The name after the prefix; of a path in a folder, the folder's with its slash. */
function toName(path: string): string {
  const slash = path.indexOf('/', prefix.length)
  return path.slice(prefix.length, slash === -1 ? undefined : slash + 1)
}

/** A migration that has run stays run, so this asks only until none is pending. */
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
