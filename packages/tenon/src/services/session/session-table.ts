import type { Database } from '../../data/database/database.ts'
import { createOwnTables } from '../../data/database/own-tables.ts'

/** Creates the table of sessions when it is missing. */
export async function createSessionTable(database: Database): Promise<void> {
  await createOwnTables(database, { probe: 'sessions', script: TABLE })
}

/** Instants are milliseconds since 1970, UTC, on both databases. */
const TABLE = `
create table if not exists sessions (
  digest text not null primary key,
  data text not null,
  created_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null
);
create index if not exists sessions_expires_at on sessions (expires_at);
`
