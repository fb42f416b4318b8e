import type { DatabaseOptions } from '../../../data/database/database.ts'

/** What an application says of the records that belong to someone. */
export interface OwnershipOptions {
  /**
   * `true` makes `make:migration` write policies for the tables of owned models, and each statement tell PostgreSQL
   * whose rows it may see: raw SQL without an owner sees none. SQLite has no policies. `'prepare'` writes no
   * policies: deploy it first, so that the version that runs while they are created tells whose rows it wants.
   * Default false.
   */
  readonly rowLevelSecurity?: boolean | 'prepare'
}

/** How the databases of such an application are opened. */
export function toDatabaseOptions(
  ownership: OwnershipOptions | undefined,
): Pick<DatabaseOptions, 'rowLevelSecurity'> {
  const { rowLevelSecurity = false } = ownership ?? {}
  return { rowLevelSecurity: rowLevelSecurity !== false }
}
