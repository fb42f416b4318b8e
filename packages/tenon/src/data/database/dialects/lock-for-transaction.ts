import type { Database } from '../database.ts'
import { adapters } from './adapters.ts'

/**
 * Makes other transactions that lock the same name wait until the current transaction ends. On SQLite, only one
 * transaction writes at a time anyway.
 */
export async function lockForTransaction(database: Database, name: string): Promise<void> {
  const lock = adapters[database.dialect].lockForTransaction
  if (lock !== undefined) await database.execute({ sql: lock, parameters: [name] })
}
