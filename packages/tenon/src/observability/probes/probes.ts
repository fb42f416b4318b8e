import type { Log } from '../../base/log/log.ts'
import { createHealth } from './health.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { readOnly, shareRun, toProbeReply, type Probe } from './probe.ts'
import { createCheckedProbe, type ReadinessChecks } from './readiness.ts'

export interface ProbeOptions {
  readonly database: { ping(timeoutMs: number): Promise<void> } | undefined
  /** Returns the names of the pending migrations; `undefined` if the application has no migrations. */
  readonly pendingMigrations?: (() => Promise<readonly string[]>) | undefined
  /** The application's own checks: what this process needs to serve requests. */
  readonly checks: ReadinessChecks
  /** Checks of what all processes share. They do not make one process less ready than another. */
  readonly shared?: ReadinessChecks | undefined
  /** Serves the metrics of the process, if they are enabled. */
  readonly metrics?: Probe | undefined
  readonly log: Log
  readonly isDraining: () => boolean
}

/**
 * Creates the probes below `/_app/`. `live`: must this process be replaced? `ready`: should it receive requests?
 * `health`: what is the state of everything, for people and alerts? `metrics`: only if enabled.
 */
export function createProbes(options: ProbeOptions): readonly BuiltIn[] {
  const { database, pendingMigrations, checks, shared } = options
  const migrations = pendingMigrations && createMigrationChecks(pendingMigrations)
  const state = createCheckedProbe({
    ...options,
    probe: 'health',
    checks: {
      ...checks,
      ...shared,
      ...(database && { database: { check: () => database.ping(1000), timeout: '1500ms' } }),
      ...(migrations && { migrations: migrations.health }),
    },
  })
  const ready = createCheckedProbe({
    ...options,
    probe: 'readiness',
    checks: { ...checks, ...(migrations && { migrations: migrations.readiness }) },
  })
  const { metrics } = options
  return [
    builtIn('/_app/health', probeOwner, readOnly(createHealth({ ...options, state }))),
    builtIn(
      '/_app/live',
      probeOwner,
      readOnly(() => toProbeReply(200, 'ok')),
    ),
    builtIn('/_app/ready', probeOwner, readOnly(ready)),
    ...(metrics === undefined ? [] : [builtIn('/_app/metrics', 'the metrics. Move it.', metrics)]),
  ]
}

const probeOwner = 'a probe. Move it.'

/**
 * A migration that has run stays run, so these checks ask only until no migration is pending.
 *
 * A new version is not ready before its migrations have run. If the database does not answer, the process still counts
 * as ready, like all others: it answers requests that need no database, and 503 to the rest.
 */
function createMigrationChecks(
  pending: () => Promise<readonly string[]>,
): Readonly<Record<'readiness' | 'health', ReadinessChecks[string]>> {
  let isUpToDate = false
  const find = shareRun(async () => {
    const names = isUpToDate ? [] : await pending()
    isUpToDate = names.length === 0
    return names
  })
  const refuse = (names: readonly string[]): void => {
    if (names.length > 0) throw new Error(`Migrations are pending: ${names.join(', ')}`)
  }
  return {
    health: { check: async () => refuse(await find()) },
    readiness: { check: async () => refuse(await orNothing(find())) },
  }
}

/** Returns the names if they are found within 500 ms, otherwise none. */
async function orNothing(found: Promise<readonly string[]>): Promise<readonly string[]> {
  const late = new Promise<readonly string[]>((resolve) => {
    setTimeout(() => resolve([]), 500).unref()
  })
  return Promise.race([found.catch(() => []), late])
}
