import { sql, type Sql } from '../../../data/database/sql.ts'
import { TablesOnUse } from '../../../data/own/tables-on-use.ts'
import { type TokenRow, tokenTable } from './token-table.ts'
import type { StoredToken } from './token.ts'

/** The tokens of the users of one table. */
export class StoredTokens {
  readonly #account: string
  readonly #tables: TablesOnUse

  /** The users' table, and the name of its database. */
  constructor(account: string, database: string | undefined) {
    this.#account = account
    this.#tables = new TablesOnUse([tokenTable], database)
  }

  /** Stores a new token, and deletes those that have expired. */
  async add(token: StoredToken): Promise<void> {
    const database = await this.#tables.database()
    const { id, userKey, name, digest, abilities, createdAt, expiresAt = null } = token
    await database.query(sql`delete from tenon_tokens where expires_at <= ${Date.now()}`)
    await database.query(
      sql`insert into tenon_tokens (id, account, user_key, name, digest, abilities, created_at, expires_at)
          values (${id}, ${this.#account}, ${userKey}, ${name}, ${digest}, ${JSON.stringify(abilities)},
            ${createdAt}, ${expiresAt})`,
    )
  }

  async find(id: string): Promise<StoredToken | undefined> {
    const [token] = await this.#select(sql`id = ${id}`)
    return token
  }

  /** The tokens of a user that have not expired, the newest first. */
  list(userKey: string): Promise<readonly StoredToken[]> {
    return this.#select(sql`user_key = ${userKey}`)
  }

  async touch(id: string): Promise<void> {
    await this.#tables.query(
      sql`update tenon_tokens set used_at = ${Date.now()} where account = ${this.#account} and id = ${id}`,
    )
  }

  /** Deletes one token of a user and returns how many there were. */
  remove(userKey: string, id: string): Promise<number> {
    return this.#delete(sql`user_key = ${userKey} and id = ${id}`)
  }

  removeAll(userKey: string): Promise<number> {
    return this.#delete(sql`user_key = ${userKey}`)
  }

  async #select(condition: Sql): Promise<readonly StoredToken[]> {
    const rows = await this.#tables.query<TokenRow>(
      sql`select * from tenon_tokens
          where account = ${this.#account} and ${condition}
            and (expires_at is null or expires_at > ${Date.now()})
          order by created_at desc, id`,
    )
    return rows.map(toToken)
  }

  async #delete(condition: Sql): Promise<number> {
    const removed = await this.#tables.query(
      sql`delete from tenon_tokens where account = ${this.#account} and ${condition} returning id`,
    )
    return removed.length
  }
}

function toToken(row: TokenRow): StoredToken {
  return {
    id: row.id,
    userKey: row.user_key,
    name: row.name,
    digest: row.digest,
    // Sound: only `add` writes this column.
    abilities: JSON.parse(row.abilities) as readonly string[],
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  }
}
