/** One attempt at a job. */
export interface RunKey {
  readonly id: number
  readonly attempt: number
}
