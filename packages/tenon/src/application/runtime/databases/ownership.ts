import type { DatabaseOptions } from '../../../data/database/database.ts'

/** How the rows of owned models are guarded. */
export interface OwnershipOptions {
  /**
   * `true` makes `make:migration` write policies for the tables of owned models, and each statement tell PostgreSQL
   * whose rows it may see: raw SQL without an owner sees none. SQLite has no policies. `'prepare'` writes no policies.
   * Deploy it first: then the running version already tells PostgreSQL the owner when the policies are created. Default
   * false.
   */
  readonly rowLevelSecurity?: boolean | 'prepare'
}

/** The options with which the databases of such an application are opened. */
export function toDatabaseOptions(
  ownership: OwnershipOptions | undefined,
): Pick<DatabaseOptions, 'rowLevelSecurity'> {
  const { rowLevelSecurity = false } = ownership ?? {}
  return { rowLevelSecurity: rowLevelSecurity !== false }
}
