import { type MaybePromise, whenReady } from '../../../../base/support/maybe-promise.ts'
import type { Table } from '../../../../data/columns/table.ts'
import type { Database } from '../../../../data/database/database.ts'
import { toComparable } from '../../../../data/own/comparable-key.ts'
import { toKeyLookup, toOwnRow } from '../../../../data/own/own-lookup.ts'
import type { Dialect, KeyLookup, Row } from '../../../../data/database/statement.ts'
import type { AnyRecord } from '../../../../data/records/entity.ts'
import type { SessionReader } from '../../../session/session-store.ts'
import { sessionByDigest, sessionColumns, type SessionRow } from '../../../session/session-table.ts'
import type { Users } from '../users.ts'
import type { LoggedIn, Logins } from './logins.ts'
import { loginColumns, type ReadLogin } from './login-table.ts'

/**
 * Reads a login with its user in one statement. If the database keeps the sessions, the statement reads the session
 * too.
 *
 * This only saves statements: if it does not find a login, the login may still exist, for example if default scopes
 * filter the users, or if the type of their keys cannot be compared with text here.
 */
export class JoinedLogins<User extends AnyRecord> {
  readonly #logins: Logins
  readonly #users: Users<User>
  readonly #lookups = new WeakMap<Database, Lookups | typeof impossible>()

  constructor(logins: Logins, users: Users<User>) {
    this.#logins = logins
    this.#users = users
  }

  find(id: string): MaybePromise<LoggedIn<User> | undefined> {
    return whenReady(this.#logins.database(), (database) =>
      whenReady(this.#lookupsOn(database), (lookups) => {
        const found = lookups && database.lookup(lookups.byLogin, id)
        return whenReady(found, (row) => row && this.#toLoggedIn(row, database.dialect))
      }),
    )
  }

  /** Reads the session of a request, and keeps the login that was read with it. */
  sessionReader(): SessionWithLoginReader<User> | undefined {
    // The sessions are in the default database.
    if (this.#users.entity.table.database !== undefined) return undefined
    return new SessionWithLoginReader((digest) => this.#findBySession(digest))
  }

  #findBySession(digest: string): MaybePromise<SessionAndLogin<User>> {
    return whenReady(this.#logins.database(), (database) =>
      whenReady(this.#lookupsOn(database), (lookups) => {
        if (lookups === undefined) {
          return whenReady(sessionByDigest.find(database, digest), (session) => ({ session }))
        }
        return whenReady(database.lookup(lookups.bySession, digest), (row) =>
          row === undefined ? {} : this.#toSessionAndLogin(row, database.dialect),
        )
      }),
    )
  }

  #lookupsOn(database: Database): MaybePromise<Lookups | undefined> {
    const { defaultScopes, table } = this.#users.entity
    if (defaultScopes.length > 0) return undefined
    // With row-level security, read users that belong to an owner through their model, which names the owner.
    if (table.owner !== undefined && database.rowLevelSecurity === true) return undefined
    const known = this.#lookups.get(database)
    if (known === undefined) return this.#prepare(database)
    return known === impossible ? undefined : known
  }

  async #prepare(database: Database): Promise<Lookups | undefined> {
    const lookups = await toLookups(database, this.#users.entity.table)
    this.#lookups.set(database, lookups ?? impossible)
    return lookups
  }

  /** A row begins with the columns of the user, which are null without a user, then those of the login. */
  #toLoggedIn(row: Row, dialect: Dialect): LoggedIn<User> | undefined {
    const { table } = this.#users.entity
    const { length } = table.columns
    if (row[table.keys[0].index] === null || row[length] === null) return undefined
    const login = this.#logins.toCurrent(toOwnRow<ReadLogin>(loginColumns, row, length))
    return login && { login, user: this.#users.entity.hydrate(row, dialect) }
  }

  #toSessionAndLogin(row: Row, dialect: Dialect): SessionAndLogin<User> {
    const first = this.#users.entity.table.columns.length + loginColumns.length
    const session = toOwnRow<SessionRow>(sessionColumns, row, first)
    return { session, login: this.#toLoggedIn(row, dialect) }
  }
}

/** Reads the session of a request, and keeps the login that was read with it. */
class SessionWithLoginReader<User> implements SessionReader {
  readonly #read: (digest: string) => MaybePromise<SessionAndLogin<User>>
  found: LoggedIn<User> | undefined

  constructor(read: (digest: string) => MaybePromise<SessionAndLogin<User>>) {
    this.#read = read
    this.found = undefined
  }

  find(_database: Database, digest: string): MaybePromise<SessionRow | undefined> {
    return whenReady(this.#read(digest), ({ session, login }) => {
      this.found = login
      return session
    })
  }
}

interface SessionAndLogin<User> {
  readonly session?: SessionRow | undefined
  readonly login?: LoggedIn<User> | undefined
}

interface Lookups {
  /** Reads a login by its id. */
  readonly byLogin: KeyLookup
  /** Reads a session by its digest, and the login that it names. */
  readonly bySession: KeyLookup
}

const impossible = 'impossible'

async function toLookups(database: Database, table: Table): Promise<Lookups | undefined> {
  const [{ name: key }] = table.keys
  const userKey = await toComparable(database, 'l.user_key', { table: table.name, column: key })
  if (userKey === undefined) return undefined

  const user = table.columns.map(({ name }) => `u."${name}"`)
  const login = loginColumns.map((name) => `l.${name}`)
  const session = sessionColumns.map((name) => `s.${name}`)
  const alive = table.deletedAt === undefined ? '' : ` and u."${table.deletedAt.name}" is null`
  const withUser = `left join "${table.name}" u on u."${key}" = ${userKey}${alive}`
  const byLogin = `select ${[...user, ...login].join(', ')} from tenon_logins l ${withUser} where l.id`
  const bySession =
    `select ${[...user, ...login, ...session].join(', ')} from tenon_sessions s ` +
    `left join tenon_logins l on l.id = s.login ${withUser} where s.digest`
  const { dialect } = database
  return {
    byLogin: toKeyLookup(dialect, byLogin, user.length),
    bySession: toKeyLookup(dialect, bySession, user.length + login.length),
  }
}
