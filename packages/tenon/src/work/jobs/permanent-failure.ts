/**
 * Throw it from a job if a retry cannot help. The job fails for good, even if attempts are left.
 *
 *     throw new PermanentFailure('There is no such mailbox', { cause: error })
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}
