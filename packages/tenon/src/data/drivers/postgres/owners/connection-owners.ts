import type { Client } from 'pg'
import { currentOwners } from '../../../database/owners/current-owners.ts'
import type { Statement } from '../../../database/statement.ts'
import { SET_OWNERS, SET_OWNERS_NAME } from './stated-query.ts'

/** Decides which owners one connection sends with its statements, for row level security. */
export class ConnectionOwners {
  readonly #client: Client
  readonly #isOn: boolean
  /** Whether the connection has prepared the statement that sets the owners, or is about to. */
  #stating: 'not' | 'soon' | 'prepared' = 'not'

  constructor(client: Client, isOn: boolean) {
    this.#client = client
    this.#isOn = isOn
  }

  /** The owners whose rows a statement may see; `undefined` if it need not send them. */
  of({ owners }: Statement): string | undefined {
    return this.#isOn && owners !== undefined ? (currentOwners() ?? '') : undefined
  }

  /**
   * The owners for raw SQL. In a transaction, the owners of the previous statement still apply, so they are reset if
   * there are no current owners.
   */
  ofRawSql(isInTransaction: boolean): string | undefined {
    if (!this.#isOn) return undefined
    return currentOwners() ?? (isInTransaction ? '' : undefined)
  }

  /**
   * Whether the statement that sets the owners is prepared. The first call prepares it and returns false, because the
   * driver does not know its name yet.
   */
  isPrepared(): boolean {
    if (this.#stating === 'not') {
      this.#stating = 'soon'
      const prepare = { name: SET_OWNERS_NAME, text: SET_OWNERS, values: [''] }
      this.#client.query(prepare, (error: Error | null) => {
        this.#stating = error === null ? 'prepared' : 'not'
      })
    }
    return this.#stating === 'prepared'
  }
}
