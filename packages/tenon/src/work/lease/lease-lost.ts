/** Thrown in a run that was cancelled or taken over by another process. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  override readonly message = 'This run was cancelled, or taken over by another process'
}
