/** A library of jobs, as the measurement uses it. */
export interface Contender {
  dispatch(n: number): Promise<unknown>
  dispatchAll(numbers: readonly number[]): Promise<unknown>
  /** Starts a worker with the settings that its documentation recommends for throughput. */
  work(concurrency: number, handle: (n: number) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Opens a contender on its server, with tables or streams of its own. */
export type OpenContender = (url: string) => Promise<Contender>
