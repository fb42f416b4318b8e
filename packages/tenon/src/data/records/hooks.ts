import type { MaybePromise } from '../support/maybe-promise.ts'

/** The moments in the life of a record at which hooks run. */
export type ModelEvent = 'creating' | 'created' | 'updating' | 'updated' | 'deleting' | 'deleted'

/** Any hook; `on` of a model gives it its types. */
export type Hook = (subject: never, values: never) => MaybePromise<void>

type StoredHook = (subject: object, values?: object) => MaybePromise<void>

/** The hooks of one model, in the order in which they were added. */
export class Hooks {
  readonly #hooks: Readonly<Record<ModelEvent, StoredHook[]>> = {
    creating: [],
    created: [],
    updating: [],
    updated: [],
    deleting: [],
    deleted: [],
  }

  add(event: ModelEvent, hook: Hook): void {
    // `on` has checked that the hook takes what `run` is given at this event.
    this.#hooks[event].push(hook as StoredHook)
  }

  has(event: ModelEvent): boolean {
    return this.#hooks[event].length > 0
  }

  /** Runs the hooks one after the other; the first that throws stops what was going to happen. */
  async run(event: ModelEvent, subject: object, values?: object): Promise<void> {
    for (const hook of this.#hooks[event]) await hook(subject, values)
  }
}
