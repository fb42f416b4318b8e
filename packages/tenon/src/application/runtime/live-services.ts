import type { Log } from '../../base/log/log.ts'
import type { Database } from '../../data/database/database.ts'
import { matchDatabaseUrl } from '../../data/database/database-url.ts'
import { liveStreams } from '../../pages/live/current-streams.ts'
import { LiveStreams } from '../../pages/live/live-streams.ts'
import { ChangeFeed } from '../../stores/changes/change-feed.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { MessageBus } from '../../stores/changes/message-bus.ts'
import { createRedisBus } from '../../stores/changes/redis-bus.ts'
import { SqliteBus } from '../../stores/changes/sqlite-bus.ts'
import { type InApplication, ToldEvents } from '../../work/events/told-events.ts'

/** The services of live pages: the feed of changes, and the open event streams. */
export interface LiveServices extends AsyncDisposable {
  readonly feed: ChangeFeed
  readonly streams: LiveStreams
}

export interface LiveServicesOptions {
  readonly databaseUrl: string
  readonly redisUrl: string | undefined
  readonly log: Log
  /** Runs the listeners of events from other processes. Default: calls them directly. */
  readonly inApplication?: InApplication
}

/** Opens the services and makes them this process's current ones. Disposing ends the streams. */
export async function openLiveServices(
  databases: readonly Database[],
  { databaseUrl, redisUrl, log, inApplication }: LiveServicesOptions,
): Promise<LiveServices> {
  await using opened = new AsyncDisposableStack()
  const bus =
    redisUrl === undefined ? busBeside(databaseUrl, log) : await createRedisBus(redisUrl, log)
  const feed = opened.use(new ChangeFeed(databases, { bus, scope: schemaOf(databaseUrl), log }))
  opened.defer(feeds.register(feed))
  opened.use(new ToldEvents(feed, inApplication))
  const streams = new LiveStreams(feed)
  opened.defer(() => streams.endAll())
  opened.defer(liveStreams.register(streams))
  const closing = opened.move()
  return { feed, streams, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** Processes that share a file of SQLite tell each other through a second file; `undefined` for other databases. */
function busBeside(databaseUrl: string, log: Log): MessageBus | undefined {
  return matchDatabaseUrl(databaseUrl, {
    sqlite: ({ file }) => (file === ':memory:' ? undefined : new SqliteBus(file, log)),
    postgres: () => undefined,
  })
}

/** The schema: several applications in one PostgreSQL database have a schema each. */
function schemaOf(databaseUrl: string): string {
  return matchDatabaseUrl(databaseUrl, {
    sqlite: () => '',
    postgres: ({ url }) => url.searchParams.get('schema') ?? '',
  })
}
