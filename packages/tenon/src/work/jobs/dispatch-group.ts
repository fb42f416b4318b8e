import { atEndOfTurn } from '../../base/support/loop/end-of-turn.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import type { Database } from '../../data/database/database.ts'
import type { DispatchedJob, NewJob } from './store/new-job.ts'

type AddJobs = (database: Database, jobs: readonly NewJob[]) => Promise<readonly DispatchedJob[]>

interface Asked {
  readonly job: NewJob
  readonly resolve: (dispatched: DispatchedJob) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Adds the jobs that are dispatched in one turn of the event loop, outside of transactions, with one
 * statement. With twenty requests at a time, that takes a sixth of the CPU time.
 */
export class DispatchGroup {
  readonly #add: AddJobs
  readonly #asked = new Map<Database, Asked[]>()

  constructor(add: AddJobs) {
    this.#add = add
  }

  add(database: Database, job: NewJob): Promise<DispatchedJob> {
    return new Promise((resolve, reject) => {
      const group = this.#asked.get(database) ?? this.#start(database)
      group.push({ job, resolve, reject })
    })
  }

  #start(database: Database): Asked[] {
    const group: Asked[] = []
    this.#asked.set(database, group)
    atEndOfTurn(() => {
      this.#asked.delete(database)
      void this.#flush(database, group)
    })
    return group
  }

  async #flush(database: Database, group: readonly Asked[]): Promise<void> {
    try {
      const dispatched = await this.#add(
        database,
        group.map(({ job }) => job),
      )
      for (const [i, { resolve }] of group.entries()) {
        resolve(dispatched[i] ?? { id: null, isNew: false })
      }
    } catch (error) {
      // One job that the database rejects must not make the others fail.
      const isHopeless = group.length === 1 || error instanceof DatabaseUnavailable
      if (isHopeless) for (const { reject } of group) reject(error)
      else for (const asked of group) await this.#flush(database, [asked])
    }
  }
}
