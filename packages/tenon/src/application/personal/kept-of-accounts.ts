import { databaseOf } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { Sql, sql } from '../../data/database/sql.ts'
import { loginTable } from '../../identity/accounts/authentication/logins/login-table.ts'
import { authenticatorTable } from '../../identity/accounts/second-factor/authenticator-table.ts'
import { recoveryCodeTable } from '../../identity/accounts/second-factor/recovery-code-table.ts'
import { tokenTable } from '../../identity/accounts/tokens/token-table.ts'
import { identityTable } from '../../identity/oauth/identity-table.ts'
import { passkeyTable } from '../../identity/passkeys/passkey-table.ts'
import { forgetCachedSessions } from '../../identity/session/cached-sessions.ts'
import { sessionTable } from '../../identity/session/session-table.ts'
import { stores } from '../../stores/cache/current-store.ts'
import type { KnownPerson } from './person-record.ts'

/** A table in which accounts keep data of a user, and the columns that the user gets: no secrets and no digests. */
interface KeptTable {
  readonly name: string
  readonly told: readonly string[]
}

const tables: readonly KeptTable[] = [
  { name: loginTable.name, told: ['device', 'ip', 'created_at', 'used_at', 'expires_at'] },
  { name: tokenTable.name, told: ['name', 'abilities', 'created_at', 'used_at', 'expires_at'] },
  { name: passkeyTable.name, told: ['name', 'created_at', 'used_at'] },
  {
    name: identityTable.name,
    told: ['provider', 'issuer', 'subject', 'email', 'created_at', 'used_at'],
  },
  { name: authenticatorTable.name, told: [] },
  { name: recoveryCodeTable.name, told: [] },
]

/** The logins, tokens, passkeys and accounts at providers of a person, by table. */
export async function* tellAccounts(
  person: KnownPerson,
): AsyncGenerator<readonly [table: string, rows: readonly object[]]> {
  const database = databaseOf(person.entity.table.database)
  for (const { name, told } of tables) {
    if (told.length === 0 || !(await hasTable(database, name))) continue
    const rows = await database.query<Record<string, unknown>>(
      about(`select ${told.join(', ')} from ${name}`, person),
    )
    if (rows.length > 0) yield [name, rows.map(withMoments)]
  }
}

/** Deletes the data of accounts, including sessions and the second factor. Nobody can log in as this person again. */
export async function removeAccounts(
  person: KnownPerson,
): Promise<readonly (readonly [table: string, rows: number])[]> {
  const database = databaseOf(person.entity.table.database)
  const sessions = await removeSessions(database, person)
  const removed: (readonly [string, number])[] = [[sessionTable.name, sessions]]
  for (const { name } of tables) {
    if (!(await hasTable(database, name))) continue
    const rows = await database.query(about(`delete from ${name}`, person, ' returning user_key'))
    removed.push([name, rows.length])
  }
  return removed
}

/**
 * Deletes the sessions, which name their login. They are in the default database, or in the store without transactions.
 */
async function removeSessions(database: Database, person: KnownPerson): Promise<number> {
  if (!(await hasTable(database, loginTable.name))) return 0
  const found = await database.query<{ id: string }>(
    about(`select id from ${loginTable.name}`, person),
  )
  const logins = found.map(({ id }) => id)
  if (logins.length === 0) return 0
  if (stores.get() !== undefined) await database.afterCommit(() => forgetCachedSessions(logins))
  const kept = databaseOf(undefined)
  if (!(await hasTable(kept, sessionTable.name))) return 0
  const removed = await kept.query(
    sql`delete from tenon_sessions where login in (${logins}) returning digest`,
  )
  return removed.length
}

/** A statement about the rows of a person. */
function about(statement: string, { table, key }: KnownPerson, end = ''): Sql {
  return new Sql([`${statement} where account = `, ' and user_key = ', end], [table, key])
}

/** Writes milliseconds as text that a person can read. */
function withMoments(row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && value !== null ? new Date(Number(value)).toISOString() : value,
    ]),
  )
}
