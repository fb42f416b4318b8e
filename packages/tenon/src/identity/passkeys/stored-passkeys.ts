import { sql, type Sql } from '../../data/database/sql.ts'
import { TablesOnUse } from '../../data/own/tables-on-use.ts'
import { type PasskeyRow, passkeyTable } from './passkey-table.ts'

/** A passkey of a user. Times are in milliseconds since 1970. */
export interface StoredPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  readonly userKey: string
  readonly name: string
  /** The public key, COSE, base64url. */
  readonly publicKey: string
  /** How often the authenticator has signed; 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: number
  readonly usedAt: number | undefined
}

/** The passkeys of the users of one table. */
export class StoredPasskeys {
  readonly #account: string
  readonly #tables: TablesOnUse

  /** The users' table, and the name of its database. */
  constructor(account: string, database: string | undefined) {
    this.#account = account
    this.#tables = new TablesOnUse([passkeyTable], database)
  }

  /** Stores a passkey and returns whether it is new. */
  async add(passkey: StoredPasskey): Promise<boolean> {
    const { id, userKey, name, publicKey, counter, transports, createdAt } = passkey
    const added = await this.#tables.query(
      sql`insert into tenon_passkeys (id, account, user_key, name, public_key, counter, transports, created_at)
          values (${id}, ${this.#account}, ${userKey}, ${name}, ${publicKey}, ${counter},
            ${JSON.stringify(transports)}, ${createdAt})
          on conflict (id) do nothing returning id`,
    )
    return added.length > 0
  }

  async find(id: string): Promise<StoredPasskey | undefined> {
    const [passkey] = await this.#select(sql`id = ${id}`)
    return passkey
  }

  /** The passkeys of a user, the oldest first. */
  list(userKey: string): Promise<readonly StoredPasskey[]> {
    return this.#select(sql`user_key = ${userKey}`)
  }

  /** Stores the new counter. Returns `false` if it is not higher, unless the authenticator does not count. */
  async use(id: string, counter: number): Promise<boolean> {
    const isNext = counter === 0 ? sql`counter = 0` : sql`counter < ${counter}`
    const used = await this.#tables.query(
      sql`update tenon_passkeys set counter = ${counter}, used_at = ${Date.now()}
          where id = ${id} and account = ${this.#account} and ${isNext}
          returning id`,
    )
    return used.length > 0
  }

  /** Deletes a passkey of a user and returns whether there was one. */
  async remove(userKey: string, id: string): Promise<boolean> {
    const removed = await this.#tables.query(
      sql`delete from tenon_passkeys
          where account = ${this.#account} and user_key = ${userKey} and id = ${id} returning id`,
    )
    return removed.length > 0
  }

  async removeAll(userKey: string): Promise<void> {
    await this.#tables.query(
      sql`delete from tenon_passkeys where account = ${this.#account} and user_key = ${userKey}`,
    )
  }

  async #select(condition: Sql): Promise<readonly StoredPasskey[]> {
    const rows = await this.#tables.query<PasskeyRow>(
      sql`select * from tenon_passkeys where account = ${this.#account} and ${condition}
          order by created_at, id`,
    )
    return rows.map(toPasskey)
  }
}

function toPasskey(row: PasskeyRow): StoredPasskey {
  return {
    id: row.id,
    userKey: row.user_key,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    // Sound: only `add` writes this column.
    transports: JSON.parse(row.transports) as readonly string[],
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
  }
}
