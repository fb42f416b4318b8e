import { noAssets } from '../../../pages/assets/page-assets.ts'
import { boot } from '../../kernel/boot.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Settings } from '../../config/settings.ts'
import type { Log } from '../../../base/log/log.ts'
import type { Probe } from '../../../observability/probes/probe.ts'
import { routes } from '../../../web/routing/route-list.ts'
import type { ApplicationOptions } from '../application-options.ts'
import { findPending } from '../prepare-database.ts'
import type { Services } from '../services.ts'
import { toSharedChecks } from './shared-checks.ts'

/** The values from which the probes of a process are made. */
export interface ProbeSite {
  readonly application: ApplicationOptions
  readonly settings: Settings
  readonly log: Log
  /** Answers `/_app/metrics`. */
  readonly metrics: Probe | undefined
}

/** The open services of a working process, and the signal that stops it. */
export interface Work {
  readonly services: Services
  readonly signal: AbortSignal
}

/** Answers only metrics and liveness, because requests and other probes have a separate port. */
export function bootMetrics(site: ProbeSite): Kernel {
  return boot({ ...toBasis(site), database: undefined, isDraining: () => false })
}

/** Answers the probes of a working process, which is ready from its start until it must stop. */
export function bootWorkProbes(site: ProbeSite, work: Work | undefined): Kernel {
  if (work === undefined) {
    return boot({ ...toBasis(site), database: undefined, isDraining: () => false, readiness })
  }
  const { services, signal } = work
  return boot({
    ...toBasis(site),
    database: services.database,
    isDraining: () => signal.aborted,
    shared: toSharedChecks(services),
    pendingMigrations: () => findPending(site.application, services.databases),
  })
}

const readiness = {
  work: {
    check() {
      throw new Error('The process has not started to work')
    },
  },
}

function toBasis({ settings, log, metrics }: ProbeSite) {
  return {
    application: { routes: routes([]) },
    settings,
    log,
    client: { assets: noAssets, builtIns: [] },
    metrics,
  }
}
