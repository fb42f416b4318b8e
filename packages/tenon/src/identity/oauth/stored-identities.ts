import { sql, type Sql } from '../../data/database/sql.ts'
import { TablesOnUse } from '../../data/own/tables-on-use.ts'
import { type IdentityRow, identityTable } from './identity-table.ts'

/** Identifies a person at a provider. The same subject at another issuer is another person. */
export interface IdentityKey {
  readonly issuer: string
  readonly subject: string
}

/** An account at a provider that is connected to a user. Times are in milliseconds since 1970. */
export interface StoredIdentity extends IdentityKey {
  readonly id: string
  readonly userKey: string
  readonly provider: string
  /** The address at the provider when it was last used. */
  readonly email: string | undefined
  readonly createdAt: number
  readonly usedAt: number | undefined
}

/** The identities of the users of one table. */
export class StoredIdentities {
  readonly #account: string
  readonly #tables: TablesOnUse

  /** The users' table, and the name of its database. */
  constructor(account: string, database: string | undefined) {
    this.#account = account
    this.#tables = new TablesOnUse([identityTable], database)
  }

  /** Stores an identity and returns whether it is new. */
  async add(identity: StoredIdentity): Promise<boolean> {
    const { id, userKey, provider, issuer, subject, email, createdAt, usedAt } = identity
    const added = await this.#tables.query(
      sql`insert into tenon_identities (id, account, user_key, provider, issuer, subject, email,
            created_at, used_at)
          values (${id}, ${this.#account}, ${userKey}, ${provider}, ${issuer}, ${subject},
            ${email ?? null}, ${createdAt}, ${usedAt ?? null})
          on conflict (account, issuer, subject) do nothing returning id`,
    )
    return added.length > 0
  }

  async find({ issuer, subject }: IdentityKey): Promise<StoredIdentity | undefined> {
    const [identity] = await this.#select(sql`issuer = ${issuer} and subject = ${subject}`)
    return identity
  }

  /** The identities of a user, the oldest first. */
  list(userKey: string): Promise<readonly StoredIdentity[]> {
    return this.#select(sql`user_key = ${userKey}`)
  }

  /** Notes a use, and the address that the provider named. */
  async use(id: string, email: string | undefined): Promise<void> {
    await this.#tables.query(
      sql`update tenon_identities set used_at = ${Date.now()}, email = ${email ?? null}
          where id = ${id} and account = ${this.#account}`,
    )
  }

  /** Deletes an identity of a user and returns it, if there was one. */
  async remove(userKey: string, id: string): Promise<StoredIdentity | undefined> {
    const [identity] = await this.#delete(sql`user_key = ${userKey} and id = ${id}`)
    return identity
  }

  /** Deletes the identities of a user and returns how many there were. */
  async removeAll(userKey: string): Promise<number> {
    return (await this.#delete(sql`user_key = ${userKey}`)).length
  }

  async #select(condition: Sql): Promise<readonly StoredIdentity[]> {
    const rows = await this.#tables.query<IdentityRow>(
      sql`select * from tenon_identities where account = ${this.#account} and ${condition}
          order by created_at, id`,
    )
    return rows.map(toIdentity)
  }

  async #delete(condition: Sql): Promise<readonly StoredIdentity[]> {
    const rows = await this.#tables.query<IdentityRow>(
      sql`delete from tenon_identities where account = ${this.#account} and ${condition} returning *`,
    )
    return rows.map(toIdentity)
  }
}

function toIdentity(row: IdentityRow): StoredIdentity {
  return {
    id: row.id,
    userKey: row.user_key,
    provider: row.provider,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email ?? undefined,
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
  }
}
