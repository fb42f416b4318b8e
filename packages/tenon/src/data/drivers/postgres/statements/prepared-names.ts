import type { Client } from 'pg'
import { StatementCache } from '../../../database/statement-cache.ts'
import type { Statement } from '../../../database/statement.ts'
import { isStalePlan } from '../postgres-error.ts'
import { type DriverOptions, reusable, toDriverOptions } from './driver-query.ts'

/** How many statements stay prepared on a connection. */
const KEPT = 500

/** The names under which a connection prepares statements. The least recently used are deallocated. */
export class PreparedNames {
  readonly #client: Client
  readonly #run: (sql: string) => Promise<unknown>
  readonly #named = new StatementCache<Statement, NamedOptions>(KEPT, ({ name }) =>
    this.#deallocate(name),
  )
  #last = 0

  /** `run` sends a script, which the server runs after all statements that were sent before. */
  constructor(client: Client, run: (sql: string) => Promise<unknown>) {
    this.#client = client
    this.#run = run
  }

  /** The options that run a statement under its name; the first time, they prepare it. */
  optionsOf(statement: Statement): NamedOptions {
    const kept = this.#named.get(statement)
    if (kept !== undefined) return kept
    const name = `tenon_${++this.#last}`
    const options = reusable({ ...toDriverOptions(statement), name })
    this.#named.set(statement, options)
    return options
  }

  /** The name under which the server has prepared a statement; `undefined` if it is not prepared. */
  preparedName(statement: Statement): string | undefined {
    const name = this.#named.get(statement)?.name
    return name !== undefined && Reflect.has(preparedTexts(this.#client), name) ? name : undefined
  }

  /**
   * Drops the name of a statement that has failed, if it is stale or if the server never had it.
   *
   * Deallocating a name that the server never had would fail and abort the transaction around it.
   * If several statements used the name, the first to fail drops it.
   */
  reconsider(statement: Statement, name: string, error: Error): void {
    const isPrepared = Reflect.has(preparedTexts(this.#client), name)
    const isKept = isPrepared && !isStalePlan(error)
    if (isKept || this.#named.get(statement)?.name !== name) return
    this.#named.delete(statement)
    if (isPrepared) this.#deallocate(name)
  }

  /** Sent after all statements that use the name, which is never reused. */
  #deallocate(name: string): void {
    const forgetText = (): void => dropText(this.#client, name)
    this.#run(`deallocate ${name}`).then(forgetText, forgetText)
  }
}

/** The options of a statement that is prepared under a name. */
export type NamedOptions = DriverOptions & { readonly name: string }

/** Removes a text from the driver, which otherwise keeps the texts of all names. */
function dropText(client: Client, name: string): void {
  Reflect.deleteProperty(preparedTexts(client), name)
}

/** The texts of the names that the server has confirmed as prepared. */
function preparedTexts({ connection }: Client): object {
  const texts: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof texts === 'object' && texts !== null ? texts : {}
}
