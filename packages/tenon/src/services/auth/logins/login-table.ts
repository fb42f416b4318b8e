import { AccountTables } from '../account-tables.ts'

/** The table of logins, in the database of the users. */
export function createLoginTables(database: string | undefined): AccountTables {
  return new AccountTables({ probe: 'tenon_logins', script: TABLE }, database)
}

/**
 * One row for each browser that is logged in. `account` is the users' table, `stamp` a digest of the
 * password hash. Instants are milliseconds since 1970, UTC, on both databases.
 */
const TABLE = `
create table if not exists tenon_logins (
  id text not null primary key,
  account text not null,
  user_key text not null,
  stamp text not null,
  device text not null,
  ip text not null,
  created_at bigint not null,
  used_at bigint not null,
  confirmed_at bigint not null,
  expires_at bigint not null,
  remember_until bigint,
  remember_digest text,
  previous_digest text,
  rotated_at bigint
);
create index if not exists tenon_logins_user on tenon_logins (account, user_key);
create index if not exists tenon_logins_expires_at on tenon_logins (expires_at);
`
