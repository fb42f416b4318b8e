/** A dispatched job. */
export interface DispatchedJob {
  /**
   * Its id, for `jobs:show`. `null` if a job with the same unique key was there at the dispatch and
   * has ended since.
   */
  readonly id: number | null
  /** `false` if a job with the same unique key was already there, so that nothing was added. */
  readonly isNew: boolean
}
