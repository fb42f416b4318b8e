import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { currentDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { createOwnTables } from '../../data/own/own-tables.ts'
import { withoutReplicas } from '../../data/drivers/replicas/read-scope.ts'
import { adapters } from '../../data/database/dialects/adapters.ts'
import { Sql, sql } from '../../data/database/sql.ts'
import { loginIn } from './session-state.ts'
import {
  applyChanges,
  toExpiry,
  type SessionLifetime,
  type SessionReader,
  type SessionSave,
  type JoinedSessionStore,
  type StoredSession,
  readSessionText,
  toSessionText,
  createToken,
  toDigest,
} from './session-store.ts'
import { sessionByDigest, sessionTable, type SessionRow } from './session-table.ts'

/** How often a process deletes expired sessions. */
const sweepEveryMs = 60_000

/** Sessions in the table `tenon_sessions` of the application's database. */
export class DatabaseSessions implements JoinedSessionStore {
  readonly isOnServer = true
  readonly #lifetime: SessionLifetime
  #isPrepared = false
  #sweptAt = 0

  constructor(lifetime: SessionLifetime) {
    this.#lifetime = lifetime
  }

  /** Read from the primary: a session that a replica does not have yet would look like a forged one. */
  read(
    cookie: string,
    reader: SessionReader = sessionByDigest,
  ): MaybePromise<StoredSession | undefined> {
    return withoutReplicas(() => {
      const found = whenReady(this.#prepare(), (database) =>
        reader.find(database, toDigest(cookie)),
      )
      return whenReady(found, toCurrent)
    })
  }

  async save(save: SessionSave): Promise<string | undefined> {
    const database = await this.#prepare()
    await this.#sweep(database)
    const { cookie } = save
    if (cookie === undefined) return this.#insert(database, save.session)

    return database.transaction(async () => {
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
      sql`insert into tenon_sessions (digest, data, created_at, used_at, expires_at, login)
          values (${toDigest(token)}, ${toSessionText(values)}, ${createdAt}, ${usedAt},
                  ${toExpiry(session, this.#lifetime)}, ${loginIn(values)})`,
    )
    return token
  }

  async #update(database: Database, cookie: string, session: StoredSession): Promise<string> {
    const { values, usedAt } = session
    await database.query(
      sql`update tenon_sessions set data = ${toSessionText(values)}, used_at = ${usedAt},
            expires_at = ${toExpiry(session, this.#lifetime)}, login = ${loginIn(values)}
          where digest = ${toDigest(cookie)}`,
    )
    return cookie
  }

  #prepare(): MaybePromise<Database> {
    const database = currentDatabase()
    return this.#isPrepared ? database : this.#createTable(database)
  }

  async #createTable(database: Database): Promise<Database> {
    await createOwnTables(database, [sessionTable])
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

/** The columns from which a session is made. */
type ReadSession = Pick<SessionRow, 'data' | 'created_at' | 'used_at'>

/** Reads the current row and locks it until the transaction ends. */
async function lockRow(database: Database, digest: string): Promise<StoredSession | undefined> {
  const lock = new Sql([adapters[database.dialect].lockRows], [])
  const [row] = await database.query<ReadSession>(
    sql`select data, created_at, used_at from tenon_sessions
        where digest = ${digest} and expires_at > ${Date.now()} ${lock}`,
  )
  return row === undefined ? undefined : toStored(row)
}

async function deleteRow(database: Database, digest: string): Promise<void> {
  await database.query(sql`delete from tenon_sessions where digest = ${digest}`)
}

function toCurrent(row: SessionRow | undefined): StoredSession | undefined {
  return row === undefined || row.expires_at <= Date.now() ? undefined : toStored(row)
}

function toStored({ data, created_at, used_at }: ReadSession): StoredSession {
  return {
    values: readSessionText(data),
    createdAt: created_at,
    usedAt: used_at,
  }
}
