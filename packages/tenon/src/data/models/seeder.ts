import { transaction } from '../database/current-database.ts'

/** Fills the database with records, for development or a first start; best so that it may run again. */
export type Seeder = () => Promise<void>

/** Runs seeders in their order, all in one transaction: a failing one leaves nothing behind. */
export function seed(seeders: readonly Seeder[]): Promise<void> {
  return transaction(async () => {
    for (const seeder of seeders) await seeder()
  })
}
