/** Another process has taken over the job. */
export class LostJob extends Error {
  override readonly name = 'LostJob'
  override readonly message = 'Another process has taken over this job'
}
