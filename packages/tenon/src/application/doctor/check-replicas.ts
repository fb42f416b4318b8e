import { createDatabase } from '../../data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import { resolveDatabaseUrl } from '../../data/database/database-url.ts'
import { resolveReplicaUrl } from '../../data/drivers/replicas/open-replicated.ts'
import { sql } from '../../data/database/sql.ts'
import type { Settings } from '../config/settings.ts'
import { checkPostgres } from './check-database.ts'
import { error, warning, when, type Finding } from './finding.ts'

/** Checks that the read replicas answer, and that they are replicas. */
export async function checkReplicas(settings: Settings): Promise<readonly Finding[]> {
  const { databaseUrl, replicaUrls } = settings
  if (replicaUrls.length === 0) return []
  if (resolveDatabaseUrl(databaseUrl).dialect === 'sqlite') return [onSqlite]
  const found = await Promise.all(replicaUrls.map(checkReplica))
  return found.flat()
}

const subject = 'DATABASE_REPLICA_URL'

const onSqlite = error(
  subject,
  'It is set, but DATABASE_URL is SQLite, which has no read replicas',
  'Remove it. The server does not start until this is fixed.',
)

async function checkReplica(text: string): Promise<readonly Finding[]> {
  const url = resolveReplicaUrl(text)
  await using replica = createDatabase(text)
  const encryption = checkPostgres(url, subject)
  try {
    const [row] = await replica.query<{ replays: boolean }>(
      sql`select pg_is_in_recovery() as replays`,
    )
    return [...encryption, ...when(row?.replays !== true, notReplica(replica.description))]
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailable)) throw cause
    return [...encryption, doesNotAnswer(replica.description, cause)]
  }
}

function notReplica(url: string): Finding {
  return warning(
    subject,
    `${url} accepts writes, so it is not a streaming replica`,
    'Name the standby servers of DATABASE_URL, or make sure that it receives every change.',
  )
}

function doesNotAnswer(url: string, { message }: DatabaseUnavailable): Finding {
  return warning(
    subject,
    `${url}: ${message}`,
    'Start it, or remove it from the list. Its reads go elsewhere until then.',
  )
}
