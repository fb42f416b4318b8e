import { SetupError } from '../../../base/support/setup-error.ts'
import {
  resolveDatabaseUrl,
  type PostgresUrl,
  type SqliteUrl,
} from '../../database/database-url.ts'
import type { DatabaseSettings } from '../../database/database-settings.ts'
import type { Database } from '../../database/database.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { Replica, type OnReplicaAway } from './replica.ts'
import { ReplicatedDatabase } from './replicated-database.ts'

/** The replicas of a database, and the function to call if a replica does not answer. */
export interface Replicas {
  readonly urls: readonly string[]
  readonly onAway: OnReplicaAway | undefined
}

/** Opens a primary with read replicas. Throws `E_DATABASE_REPLICA` unless all are PostgreSQL. */
export function openReplicated(
  primary: PostgresUrl | SqliteUrl,
  { urls, onAway }: Replicas,
  options: DatabaseSettings,
): Database {
  if (primary.dialect === 'sqlite') throw replicaOfSqlite()
  const replicas = urls.map(
    (url) => new Replica(openPostgres(resolveReplicaUrl(url), options), onAway),
  )
  return new ReplicatedDatabase(openPostgres(primary, options), replicas)
}

/** Parses a replica's URL. Throws `E_DATABASE_URL` if it is invalid, `E_DATABASE_REPLICA` if it is SQLite. */
export function resolveReplicaUrl(text: string): PostgresUrl {
  const url = resolveDatabaseUrl(text)
  if (url.dialect === 'postgres') return url
  throw new SetupError(
    'E_DATABASE_REPLICA',
    `DATABASE_REPLICA_URL "${text}" is not PostgreSQL. Only PostgreSQL has read replicas.`,
  )
}

function replicaOfSqlite(): SetupError {
  return new SetupError(
    'E_DATABASE_REPLICA',
    'DATABASE_REPLICA_URL is set, but DATABASE_URL is SQLite. Only PostgreSQL has read replicas: remove DATABASE_REPLICA_URL.',
  )
}
