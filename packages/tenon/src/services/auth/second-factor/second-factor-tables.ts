import { AccountTables } from '../account-tables.ts'

/** The tables of authenticators and recovery codes, in the database with this name. */
export function createSecondFactorTables(database: string | undefined): AccountTables {
  return new AccountTables({ probe: 'tenon_recovery_codes', script: TABLES }, database)
}

/** `secret` and `pending` are sealed; `last_step` is the last time step whose code was accepted. */
const TABLES = `
create table if not exists tenon_authenticators (
  account text not null,
  user_key text not null,
  secret text,
  pending text,
  last_step bigint not null,
  primary key (account, user_key)
);
create table if not exists tenon_recovery_codes (
  account text not null,
  user_key text not null,
  digest text not null,
  primary key (account, user_key, digest)
);
`
