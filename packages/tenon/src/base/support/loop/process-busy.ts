/** A time limit has passed, but this process may have been too busy to read the answer. */
export class ProcessBusy extends Error {
  override readonly name = 'ProcessBusy'

  constructor(busyMs: number) {
    super(`This process was busy for ${busyMs} ms, and did not read an answer in time`)
  }
}
