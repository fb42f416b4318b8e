/** Another process has taken over the run of a job or task, or it was cancelled. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  override readonly message = 'This run was cancelled, or taken over by another process'
}
