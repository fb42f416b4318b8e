import { currentOwners, OWNER_SETTING } from '../../../database/owners/current-owners.ts'

/** The name under which a connection prepares the statement that sets the owners. */
export const SET_OWNERS_NAME = 'tenon_owners'

/** Sets the owners until the transaction ends. Without `begin`, the transaction is the next statement. */
export const SET_OWNERS = `select set_config('${OWNER_SETTING}', $1, true)`

/** A script that first sets the current owners, for the transaction in which it runs. */
export function statingOwners(sql: string): string {
  return `${SET_OWNERS.replace('$1', () => sqlText(currentOwners() ?? ''))};\n${sql}`
}

/** A text as an SQL literal, for scripts, because they have no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
