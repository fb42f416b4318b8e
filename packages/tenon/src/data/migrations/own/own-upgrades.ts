import type { Database } from '../../database/database.ts'
import type { OwnTable, OwnUpgrade } from '../../own/own-table.ts'
import { createOwnTables } from '../../own/own-tables.ts'
import {
  lockOwnTables,
  readOwnVersions,
  recordOwnVersion,
  versionTable,
} from '../../own/own-versions.ts'
import { LockWait, type LockWaitOptions } from '../../drivers/locks/lock-wait.ts'
import { type CompletedMigration, MigrationFailed } from '../migration-failed.ts'
import { pretendAll, type PretendedMigration } from '../pretend.ts'

/** Upgrades Tenon's own tables to the versions that the code needs. Ignores tables that do not exist. */
export class OwnUpgrades {
  readonly #database: Database
  readonly #tables: readonly OwnTable[]
  readonly #lockWait: LockWait

  constructor(database: Database, tables: readonly OwnTable[], options: LockWaitOptions) {
    this.#database = database
    this.#tables = tables
    this.#lockWait = new LockWait(database, options)
  }

  /**
   * Runs the remaining steps in the order of the tables, each in a transaction together with its record.
   * Skips steps that another process has run in the meantime. Throws `MigrationFailed`.
   */
  async run(): Promise<CompletedMigration[]> {
    const completed: CompletedMigration[] = []
    for (const step of await this.#find()) {
      const startedAt = performance.now()
      try {
        if (!(await this.#lockWait.run(() => this.#take(step)))) continue
      } catch (cause) {
        throw new MigrationFailed(step.name, completed, cause)
      }
      completed.push({ name: step.name, durationMs: performance.now() - startedAt })
    }
    return completed
  }

  /** Lists the names of the remaining steps. */
  async pending(): Promise<string[]> {
    return (await this.#find()).map(({ name }) => name)
  }

  /** Returns the SQL of the remaining steps; changes nothing. */
  async pretend(): Promise<PretendedMigration[]> {
    return pretendAll(this.#database, await this.#find())
  }

  async #find(): Promise<readonly Step[]> {
    const found = await readOwnVersions(this.#database, this.#tables)
    return found
      .filter(({ version }) => version > 0)
      .flatMap(({ table, version }) => toSteps(table, version))
  }

  /** Runs one step; returns `false` if another process has run it. */
  async #take({ table, to, statements }: Step): Promise<boolean> {
    await createOwnTables(this.#database, [versionTable])
    await lockOwnTables(this.#database)
    const [found] = await readOwnVersions(this.#database, [table])
    if (found?.version !== to - 1) return false
    for await (const statement of statements(this.#database)) await this.#database.script(statement)
    await recordOwnVersion(this.#database, table, to)
    return true
  }
}

interface Step extends Pick<OwnUpgrade, 'statements'> {
  readonly name: string
  readonly table: OwnTable
  /** The version after this step. */
  readonly to: number
}

function toSteps(table: OwnTable, version: number): readonly Step[] {
  return (table.upgrades ?? []).slice(version - 1).map(({ statements }, i) => {
    const to = version + 1 + i
    return { name: `${table.name} to version ${to}`, table, to, statements }
  })
}
