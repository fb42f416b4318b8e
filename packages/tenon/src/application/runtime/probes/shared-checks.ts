import type { Database } from '../../../data/database/database.ts'
import type { ReadinessChecks } from '../../../observability/probes/readiness.ts'
import type { Services } from '../services.ts'

/** Checks of services that all processes of the application share, for the health probe. */
export function toSharedChecks({
  database,
  databases,
  store,
}: Pick<Services, 'database' | 'databases' | 'store'>): ReadinessChecks {
  return { ...toStoreCheck(store), ...toReplicaCheck(database), ...toDatabaseChecks(databases) }
}

/** Reports an unavailable store as degraded: without it the application still works, but more slowly. */
function toStoreCheck(store: Services['store']): ReadinessChecks {
  if (store.state === 'memory') return {}
  const server = store.kind === 'redis' ? 'The server of REDIS_URL' : 'The cache store'
  const check = (): void => {
    if (store.state === 'away') throw new Error(`${server} does not answer`)
    if (store.state === 'full') throw new Error(`${server} is full`)
  }
  return { store: { check, optional: true } }
}

/** Reports an unavailable replica as degraded: other replicas, or the primary, do its work. */
function toReplicaCheck({ replicas }: Database): ReadinessChecks {
  if (replicas === undefined) return {}
  const check = () => Promise.all(replicas.map((replica) => replica.ping(1000)))
  return { replicas: { check, timeout: '1500ms', optional: true } }
}

/** Requires the named databases to answer. The default one is always checked. */
function toDatabaseChecks(databases: readonly Database[]): ReadinessChecks {
  const named = databases.flatMap((database) =>
    database.name === undefined ? [] : [[database.name, database] as const],
  )
  return Object.fromEntries(
    named.map(([name, database]) => [
      name,
      { check: () => database.ping(1000), timeout: '1500ms' as const },
    ]),
  )
}
