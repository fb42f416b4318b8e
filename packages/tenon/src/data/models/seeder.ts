import { transaction } from '../database/current-database.ts'

/** Fills the database with records, for development or a first start; make it safe to run again. */
export type Seeder = () => Promise<void>

/** Runs seeders in order in one transaction: if one fails, nothing is kept. */
export function seed(seeders: readonly Seeder[]): Promise<void> {
  return transaction(async () => {
    for (const seeder of seeders) await seeder()
  })
}
