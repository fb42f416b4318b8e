import type { Client } from 'pg'
import { currentOwners } from '../../../database/owners/current-owners.ts'
import type { Statement } from '../../../database/statement.ts'
import { SET_OWNERS, SET_OWNERS_NAME } from './stated-query.ts'

/** How one connection says whose rows its statements may see, with row level security. */
export class ConnectionOwners {
  readonly #client: Client
  readonly #isOn: boolean
  /** Whether the statement that says it is prepared, or about to be. */
  #stating: 'not' | 'soon' | 'prepared' = 'not'

  constructor(client: Client, isOn: boolean) {
    this.#client = client
    this.#isOn = isOn
  }

  /** Whose rows a statement may see; `undefined` if it need not say so. */
  of({ owners }: Statement): string | undefined {
    return this.#isOn && owners !== undefined ? (currentOwners() ?? '') : undefined
  }

  /** Those of SQL that the application wrote. In a transaction, what the statement before has said still holds. */
  ofRawSql(isInTransaction: boolean): string | undefined {
    if (!this.#isOn) return undefined
    return currentOwners() ?? (isInTransaction ? '' : undefined)
  }

  /** Whether they can be set by name. The first ones are not, because the driver keeps one name per statement. */
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
