import { currentOwners, OWNER_SETTING } from '../../../database/owners/current-owners.ts'

/** The name under which a connection keeps the statement that sets the owners. */
export const SET_OWNERS_NAME = 'tenon_owners'

/** Sets the owners until the transaction ends, which without `begin` is the statement. */
export const SET_OWNERS = `select set_config('${OWNER_SETTING}', $1, true)`

/** A script that first says whose rows it may see, for the transaction that it is part of. */
export function statingOwners(sql: string): string {
  return `${SET_OWNERS.replace('$1', () => sqlText(currentOwners() ?? ''))};\n${sql}`
}

/** A literal of SQL, for scripts, which have no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
