import type { Database } from '../database.ts'
import { adapters } from './adapters.ts'

/** Whether a table exists in the current schema. */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  const sql = adapters[database.dialect].hasTable
  const { rows } = await database.execute({ sql, parameters: [name] })
  return rows.length > 0
}
