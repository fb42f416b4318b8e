import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { toLocalOrigin } from '../../application/config/local-origin.ts'
import type { Settings } from '../../application/config/settings.ts'
import type { Log } from '../../base/log/log.ts'
import type { Database } from '../../data/database/database.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import { liveStreams } from '../../pages/live/current-streams.ts'
import { stores } from '../../stores/cache/current-store.ts'
import { createScheduler, type Scheduler } from '../../work/schedule/scheduler.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import type { RequestHistory } from './request-history.ts'
import type { Section } from './section.ts'
import { apiSection } from './sections/api/api-section.ts'
import { cacheSection } from './sections/cache-section.ts'
import { checkSection } from './sections/check-section.ts'
import { configurationSection } from './sections/configuration-section.ts'
import { jobsSection } from './sections/jobs-section.ts'
import { liveSection } from './sections/live-section.ts'
import { mailsSection } from './sections/mails-section.ts'
import { migrationsSection } from './sections/migrations-section.ts'
import { requestsSection } from './sections/requests-section.ts'
import { routesSection } from './sections/routes-section.ts'
import { scheduleSection } from './sections/schedule-section.ts'

/** The sources of the sections' contents. Most of them change while the server runs. */
export interface DashboardSources {
  readonly history: RequestHistory
  readonly mailbox: Mailbox
  readonly log: Log
  readonly settings: () => Settings
  readonly findApplication: () => ApplicationOptions | undefined
  readonly findDatabase: () => Database | undefined
  readonly findMigrator: () => Migrator | undefined
  readonly findErrorPage: (requestId: string) => string | undefined
}

/** The sections of the dashboard, in the order of its navigation. */
export function toSections(sources: DashboardSources): readonly Section[] {
  return [
    requestsSection(sources),
    routesSection(sources.findApplication),
    apiSection({
      findApplication: sources.findApplication,
      findOrigin: () => toLocalOrigin(sources.settings()),
    }),
    checkSection(sources.findApplication),
    scheduleSection(() => findScheduler(sources)),
    jobsSection(sources),
    mailsSection(sources.mailbox),
    liveSection(() => liveStreams.get()?.list() ?? []),
    migrationsSection(sources.findMigrator, sources.findApplication),
    cacheSection(() => stores.get(), sources.settings),
    configurationSection(sources),
  ]
}

function findScheduler(sources: DashboardSources): Scheduler | undefined {
  const { log, settings, findApplication, findDatabase } = sources
  const database = findDatabase()
  const { tasks = [] } = findApplication() ?? {}
  if (database === undefined || tasks.length === 0) return undefined
  const { environment } = settings()
  return createScheduler({ database, tasks, log, environment })
}
