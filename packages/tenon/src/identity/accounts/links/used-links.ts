import { sql } from '../../../data/database/sql.ts'
import { TablesOnUse } from '../../../data/own/tables-on-use.ts'
import { usedLinkTable } from './used-link-table.ts'

/** Notes which links were used, until they expire: each works once, on whichever replica it is used. */
export class UsedLinks {
  readonly #tables: TablesOnUse

  /** The name of the users' database. */
  constructor(database: string | undefined) {
    this.#tables = new TablesOnUse([usedLinkTable], database)
  }

  /** Uses a link up and returns whether that was the first time. */
  async use(id: string, expiresAt: number): Promise<boolean> {
    const database = await this.#tables.database()
    await database.query(sql`delete from tenon_used_links where expires_at <= ${Date.now()}`)
    const inserted = await database.query(
      sql`insert into tenon_used_links (id, expires_at) values (${id}, ${expiresAt})
          on conflict (id) do nothing returning id`,
    )
    return inserted.length > 0
  }

  async has(id: string): Promise<boolean> {
    const rows = await this.#tables.query(sql`select id from tenon_used_links where id = ${id}`)
    return rows.length > 0
  }
}
