import { SetupError } from '../../../base/support/setup-error.ts'
import type { Database } from '../../../data/database/database.ts'
import { DatabaseUnavailable } from '../../../data/database/database-error.ts'
import type { CommandContext } from '../command-context.ts'
import { createWorkTables, toJobs } from './application-jobs.ts'
import { runWork } from './run-work.ts'

type WorkContext = Pick<CommandContext, 'application' | 'settings' | 'log'>

/** The jobs and scheduled tasks of an application that is replaced when its files change. */
export class LiveWork {
  #stop = new AbortController()
  #working: Promise<void> = Promise.resolve()
  #isLogged = true

  /** Runs the work of this application instead of the previous one. Running jobs of the previous one are given back. */
  async restart(context: WorkContext, database: Database): Promise<void> {
    const { application, log } = context
    this.#stop.abort()
    this.#stop = new AbortController()
    if (toJobs(application).length + (application.tasks?.length ?? 0) === 0) return
    try {
      await createWorkTables(application, database)
    } catch (error) {
      // The worker creates the tables when the database is available or has been migrated.
      const isOlder = error instanceof SetupError && error.code === 'E_TABLES_OLDER'
      if (!isOlder && !(error instanceof DatabaseUnavailable)) throw error
      log.warn('The tables of jobs cannot be created yet', { error })
    }
    const working = runWork(context, {
      database,
      signal: this.#stop.signal,
      isLogged: this.#isLogged,
    })
    // Once is enough: the work is restarted each time a file is saved.
    this.#isLogged = false
    this.#working = Promise.all([this.#working, working]).then(() => undefined)
  }

  /** Resolves when everything has stopped. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#working
  }
}
