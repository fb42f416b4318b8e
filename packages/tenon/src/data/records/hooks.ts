import { databaseOf } from '../database/current-database.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** The moments in the lifecycle of a record at which hooks run. */
export type ModelEvent = 'creating' | 'created' | 'updating' | 'updated' | 'deleting' | 'deleted'

/** Any hook; `on` of a model gives it its precise type. */
export type Hook = (subject: never, values: never) => MaybePromise<void>

type StoredHook = (subject: object, values?: object) => MaybePromise<void>

/** The hooks of one model, in the order in which they were added. */
export class Hooks {
  readonly #database: string | undefined
  readonly #hooks: Readonly<Record<ModelEvent, StoredHook[]>> = {
    creating: [],
    created: [],
    updating: [],
    updated: [],
    deleting: [],
    deleted: [],
  }

  /** `database` is the name of the model's database. */
  constructor(database: string | undefined) {
    this.#database = database
  }

  add(event: ModelEvent, hook: Hook): void {
    // `on` has checked that the hook accepts what `run` receives for this event.
    this.#hooks[event].push(hook as StoredHook)
  }

  has(event: ModelEvent): boolean {
    return this.#hooks[event].length > 0
  }

  /**
   * Runs a write and the hooks before and after it. If there are hooks, all run in one transaction:
   * if a hook throws, nothing is kept.
   */
  around<Result>(
    before: ModelEvent,
    after: ModelEvent,
    write: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.has(before) && !this.has(after)) return write()
    return databaseOf(this.#database).transaction(write)
  }

  /** Runs the hooks one after the other; the first that throws stops the operation. */
  async run(event: ModelEvent, subject: object, values?: object): Promise<void> {
    for (const hook of this.#hooks[event]) await hook(subject, values)
  }
}
