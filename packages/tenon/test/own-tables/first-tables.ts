import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/data/database/database.ts'

/**
 * Creates all tables of our own as they were at first, with rows. The files were written by the code
 * of that time; do not change them.
 */
export function createFirstTables(database: Database): Promise<void> {
  const file = join(import.meta.dirname, `first/${database.dialect}.sql`)
  return database.script(readFileSync(file, 'utf8'))
}
