import type { Database } from '../../../../data/database/database.ts'
import type { MaybePromise } from '../../../../base/support/maybe-promise.ts'
import { OwnLookup } from '../../../../data/own/own-lookup.ts'
import { type Sql, sql } from '../../../../data/database/sql.ts'
import { type SessionLifetime, toExpiry } from '../../../session/session-store.ts'
import { TablesOnUse } from '../../../../data/own/tables-on-use.ts'
import { type LoginRow, type ReadLogin, loginColumns, loginTable } from './login-table.ts'

/** How often a process deletes what has expired. */
const sweepEveryMs = 60_000

/** How long the token before the current one is accepted: a browser restores several tabs at once. */
const graceMs = 10_000

/** What an old token is worth; `stolen` if somebody else has used it already. */
export type Exchange = 'exchanged' | 'repeated' | 'stolen' | 'ended'

const byId = new OwnLookup(loginTable, loginColumns)

/** The logins of the users of one table. They end on the server, whichever store keeps the sessions. */
export class Logins {
  readonly #account: string
  readonly #tables: TablesOnUse
  #sweptAt = 0

  /** The users' table, and the name of its database. */
  constructor(account: string, database: string | undefined) {
    this.#account = account
    this.#tables = new TablesOnUse([loginTable], database)
  }

  async find(id: string): Promise<Login | undefined> {
    const row = await byId.find(await this.database(), id)
    return row === undefined ? undefined : this.toCurrent(row)
  }

  /** The login of a row; `undefined` if it has ended, or belongs to users of another table. */
  toCurrent(row: ReadLogin): Login | undefined {
    return row.account === this.#account && row.expires_at > Date.now() ? toLogin(row) : undefined
  }

  /** The open database of the users, which has the table of logins. */
  database(): MaybePromise<Database> {
    return this.#tables.database()
  }

  /** Those of these logins that have not ended. */
  async findAll(
    ids: readonly string[],
  ): Promise<readonly Pick<Login, 'id' | 'userKey' | 'stamp'>[]> {
    if (ids.length === 0) return []
    const rows = await this.#tables.query<Pick<LoginRow, 'id' | 'user_key' | 'stamp'>>(
      sql`select id, user_key, stamp from tenon_logins
          where account = ${this.#account} and id in (${ids}) and expires_at > ${Date.now()}`,
    )
    return rows.map(({ id, user_key: userKey, stamp }) => ({ id, userKey, stamp }))
  }

  /** The logins of a user that have not ended, the one used last first. */
  list(userKey: string): Promise<readonly Login[]> {
    return this.#select(sql`user_key = ${userKey}`)
  }

  async begin(login: Login, lifetime: SessionLifetime): Promise<void> {
    const database = await this.database()
    await this.#sweep(database)
    const { id, userKey, stamp, device, ip, createdAt, usedAt, confirmedAt, rememberUntil } = login
    await database.query(
      sql`insert into tenon_logins (id, account, user_key, stamp, device, ip, created_at, used_at,
            confirmed_at, expires_at, remember_until)
          values (${id}, ${this.#account}, ${userKey}, ${stamp}, ${device}, ${ip}, ${createdAt},
            ${usedAt}, ${confirmedAt}, ${toLoginExpiry(login, lifetime)}, ${rememberUntil ?? null})`,
    )
  }

  /** Notes that a login was used, and from where. */
  async touch(login: Login, { device, ip }: Device, lifetime: SessionLifetime): Promise<void> {
    const usedAt = Date.now()
    const expiresAt = toLoginExpiry({ ...login, usedAt }, lifetime)
    await this.#update(
      login.id,
      sql`used_at = ${usedAt}, expires_at = ${expiresAt}, device = ${device}, ip = ${ip}`,
    )
  }

  /** Gives a login another id, and notes when the user last proved who they are. */
  async renew({ id, confirmedAt }: Login, next: string): Promise<void> {
    await this.#update(id, sql`id = ${next}, confirmed_at = ${confirmedAt}`)
  }

  /** Keeps a user's logins although the password hash has changed. */
  async restamp(userKey: string, { from, to }: { from: string; to: string }): Promise<void> {
    await this.#tables.query(
      sql`update tenon_logins set stamp = ${to}
          where account = ${this.#account} and user_key = ${userKey} and stamp = ${from}`,
    )
  }

  /** Keeps one login although the password has changed: another may have begun with the old one just now. */
  async restampOne(id: string, stamp: string): Promise<void> {
    await this.#update(id, sql`stamp = ${stamp}`)
  }

  async end(id: string): Promise<void> {
    await this.#delete(sql`id = ${id}`)
  }

  /** Ends one login of a user and returns whether there was one. */
  async endOf(userKey: string, id: string): Promise<boolean> {
    return (await this.#delete(sql`user_key = ${userKey} and id = ${id}`)) > 0
  }

  /** Ends every login of a user, except the one with the id `kept`, and returns how many. */
  endAll(userKey: string, kept = ''): Promise<number> {
    return this.#delete(sql`user_key = ${userKey} and id <> ${kept}`)
  }

  /** Stores the digest of a token by which the browser is remembered; those before it do not work any more. */
  async remember(id: string, digest: string): Promise<void> {
    await this.#update(id, sql`remember_digest = ${digest}, previous_digest = null`)
  }

  /**
   * Exchanges the digest of a token for the next one. One caller at most gets `exchanged`; others who
   * come with the same token at the same time get `repeated`.
   */
  async exchange(id: string, { from, to }: { from: string; to: string }): Promise<Exchange> {
    const database = await this.database()
    const now = Date.now()
    const exchanged = await database.query(
      sql`update tenon_logins
          set previous_digest = remember_digest, remember_digest = ${to}, rotated_at = ${now}
          where account = ${this.#account} and id = ${id} and remember_digest = ${from}
            and expires_at > ${now}
          returning id`,
    )
    if (exchanged.length > 0) return 'exchanged'
    const [row] = await database.query<Pick<LoginRow, 'previous_digest' | 'rotated_at'>>(
      sql`select previous_digest, rotated_at from tenon_logins
          where account = ${this.#account} and id = ${id} and expires_at > ${now}`,
    )
    if (row === undefined) return 'ended'
    const isRepeated = row.previous_digest === from && now - Number(row.rotated_at) < graceMs
    return isRepeated ? 'repeated' : 'stolen'
  }

  async #select(condition: Sql): Promise<readonly Login[]> {
    const rows = await this.#tables.query<LoginRow>(
      sql`select * from tenon_logins
          where account = ${this.#account} and ${condition} and expires_at > ${Date.now()}
          order by used_at desc, id`,
    )
    return rows.map(toLogin)
  }

  async #update(id: string, assignments: Sql): Promise<void> {
    await this.#tables.query(
      sql`update tenon_logins set ${assignments} where id = ${id} and account = ${this.#account}`,
    )
  }

  async #delete(condition: Sql): Promise<number> {
    const ended = await this.#tables.query(
      sql`delete from tenon_logins where account = ${this.#account} and ${condition} returning id`,
    )
    return ended.length
  }

  async #sweep(database: Database): Promise<void> {
    const now = Date.now()
    if (now - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = now
    await database.query(sql`delete from tenon_logins where expires_at <= ${now}`)
  }
}

function toLogin(row: ReadLogin): Login {
  return {
    id: row.id,
    userKey: row.user_key,
    stamp: row.stamp,
    device: row.device,
    ip: row.ip,
    createdAt: row.created_at,
    usedAt: row.used_at,
    confirmedAt: row.confirmed_at,
    rememberUntil: row.remember_until ?? undefined,
  }
}

/** One browser in which a user is logged in; moments are milliseconds since 1970. */
export interface Login {
  readonly id: string
  /** The user's key, as text. */
  readonly userKey: string
  /** A digest of the password hash at the last login: another password ends the login. */
  readonly stamp: string
  /** The browser's `User-Agent`. */
  readonly device: string
  readonly ip: string
  readonly createdAt: number
  readonly usedAt: number
  /** When the user last proved who they are, by a login or by `confirm`. */
  readonly confirmedAt: number
  /** Until when the browser is remembered; `undefined` if the login ends with its session. */
  readonly rememberUntil: number | undefined
}

/** A user who is logged in, and the login of this browser. */
export interface LoggedIn<User> {
  readonly user: User
  readonly login: Login
}

/** How somebody has proved who they are. */
export type Proof = 'password' | 'link' | 'application' | 'remembered' | 'passkey' | 'provider'

/** How a login begins. */
export interface LoginStart {
  readonly proof: Proof
  /** Whether the browser is remembered after its session has ended. */
  readonly isRemembered: boolean
  /** The second factor; without one, users who have set one up are only half logged in. */
  readonly factor?: Factor | undefined
  /** Whether the user was created just now. */
  readonly isFirst?: boolean
  /** Uses up what has proved who the user is, in one transaction with the login. */
  readonly useUp?: () => Promise<void>
}

/** What a user has proved besides the password. */
export type Factor = 'totp' | 'recovery code' | 'passkey'

/** A login, and how it was proved. */
export type ProvedLogin = { readonly login: Login } & Pick<LoginStart, 'proof' | 'factor'>

/** The browser that sent a request. */
export type Device = Pick<Login, 'device' | 'ip'>

/** The moment from which a login counts as ended. */
function toLoginExpiry(
  login: Pick<Login, 'createdAt' | 'usedAt' | 'rememberUntil'>,
  lifetime: SessionLifetime,
): number {
  return login.rememberUntil ?? toExpiry(login, lifetime)
}
