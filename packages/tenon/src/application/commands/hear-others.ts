import type { CommandContext } from '../runtime/command-context.ts'
import type { Services } from '../runtime/services.ts'

/** Lets a process receive events from other processes. Warns if it cannot and a listener needs them. */
export function hearOthers({ application, log }: CommandContext, { feed }: Services): void {
  feed.open()
  const listener = application.listeners?.find(({ kind }) => kind === 'function of every process')
  if (feed.hearsOthers || listener === undefined) return
  log.warn(
    `Listeners of every process, such as "${listener.name}", cannot hear of events through PgBouncer. Set REDIS_URL, or a DATABASE_URL of PostgreSQL itself`,
  )
}
