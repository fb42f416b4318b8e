/**
 * Throw it from a job if trying again cannot help: the job has failed for good, whatever attempts it
 * has left.
 *
 *     throw new PermanentFailure('There is no such mailbox', { cause: error })
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}
