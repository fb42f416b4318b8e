import { currentDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { OwnLookup } from '../../data/database/own/own-lookup.ts'
import { createOwnTables } from '../../data/database/own/own-tables.ts'
import { apartFromReplicas } from '../../data/drivers/replicas/read-scope.ts'
import { sql } from '../../data/database/sql.ts'
import {
  applyChanges,
  toExpiry,
  type SessionLifetime,
  type SessionSave,
  type SessionStore,
  type StoredSession,
} from './session-store.ts'
import { readSessionText, toSessionText } from './session-text.ts'
import { sessionTable, type SessionRow } from './session-table.ts'
import { createToken, toDigest } from './session-token.ts'

/** How often a process deletes what has expired. */
const sweepEveryMs = 60_000

const byDigest = new OwnLookup(sessionTable, [
  'digest',
  'data',
  'created_at',
  'used_at',
  'expires_at',
])

/** Sessions in the table `tenon_sessions` of the application's database. */
export class DatabaseSessions implements SessionStore {
  readonly isOnServer = true
  readonly #lifetime: SessionLifetime
  #isPrepared = false
  #sweptAt = 0

  constructor(lifetime: SessionLifetime) {
    this.#lifetime = lifetime
  }

  /** From the primary: a session that a replica does not have yet would be taken for a forged one. */
  read(cookie: string): Promise<StoredSession | undefined> {
    return apartFromReplicas(() => this.#read(cookie))
  }

  async #read(cookie: string): Promise<StoredSession | undefined> {
    const row = await byDigest.find(await this.#prepare(), toDigest(cookie))
    if (row === undefined || row.expires_at <= Date.now()) return undefined
    return toStored(row)
  }

  async save(save: SessionSave): Promise<string | undefined> {
    const database = await this.#prepare()
    await this.#sweep(database)
    return database.transaction(async () => {
      const { cookie } = save
      if (cookie === undefined) return this.#insert(database, save.session)

      const current = await lockRow(database, toDigest(cookie))
      if (current === undefined) return undefined
      const values = applyChanges(current.values, save.changes)
      const session = { ...save.session, values }
      if (!save.isRegenerated) return this.#update(database, cookie, session)
      await deleteRow(database, toDigest(cookie))
      return this.#insert(database, session)
    })
  }

  async destroy(cookie: string): Promise<void> {
    await deleteRow(await this.#prepare(), toDigest(cookie))
  }

  async #insert(database: Database, session: StoredSession): Promise<string> {
    const token = createToken()
    const { values, createdAt, usedAt } = session
    await database.query(
      sql`insert into tenon_sessions (digest, data, created_at, used_at, expires_at)
          values (${toDigest(token)}, ${toSessionText(values)}, ${createdAt}, ${usedAt},
                  ${toExpiry(session, this.#lifetime)})`,
    )
    return token
  }

  async #update(database: Database, cookie: string, session: StoredSession): Promise<string> {
    const { values, usedAt } = session
    await database.query(
      sql`update tenon_sessions set data = ${toSessionText(values)}, used_at = ${usedAt},
            expires_at = ${toExpiry(session, this.#lifetime)}
          where digest = ${toDigest(cookie)}`,
    )
    return cookie
  }

  async #prepare(): Promise<Database> {
    const database = currentDatabase()
    if (!this.#isPrepared) await createOwnTables(database, [sessionTable])
    this.#isPrepared = true
    return database
  }

  async #sweep(database: Database): Promise<void> {
    const now = Date.now()
    if (now - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = now
    await database.query(sql`delete from tenon_sessions where expires_at <= ${now}`)
  }
}

/** What a session is made of. */
type ReadSession = Pick<SessionRow, 'data' | 'created_at' | 'used_at'>

/** The row as it is now, kept from other requests until the transaction ends. */
async function lockRow(database: Database, digest: string): Promise<StoredSession | undefined> {
  const lock = database.dialect === 'postgres' ? sql`for update` : sql``
  const [row] = await database.query<ReadSession>(
    sql`select data, created_at, used_at from tenon_sessions
        where digest = ${digest} and expires_at > ${Date.now()} ${lock}`,
  )
  return row === undefined ? undefined : toStored(row)
}

async function deleteRow(database: Database, digest: string): Promise<void> {
  await database.query(sql`delete from tenon_sessions where digest = ${digest}`)
}

function toStored({ data, created_at, used_at }: ReadSession): StoredSession {
  return {
    values: readSessionText(data),
    createdAt: created_at,
    usedAt: used_at,
  }
}
