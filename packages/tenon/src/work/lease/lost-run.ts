/** Another process has taken over the run of a job or task. */
export class LostRun extends Error {
  override readonly name = 'LostRun'
  override readonly message = 'Another process has taken over this run'
}
