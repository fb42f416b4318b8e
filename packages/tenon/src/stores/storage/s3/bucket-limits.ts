/** How long a store may take; times are in milliseconds. */
export interface BucketLimits {
  /** Time to connect. */
  readonly connectMs: number
  /** Time until the answer to a request begins; a request with a body has more, by its size. */
  readonly answerMs: number
  /**
   * Time in which no byte is sent or received, in the middle of a body or while the store joins or
   * copies a large file. Longer than a client of ours may stop reading a file that is passed on.
   */
  readonly progressMs: number
}

export const defaultBucketLimits: BucketLimits = {
  connectMs: 5000,
  answerMs: 10_000,
  progressMs: 30_000,
}

/** The slowest upload that still gets an answer in time. */
const leastBytesPerMs = 256

/** How long the answer to a request with a body of this size may take. */
export function toAnswerMs({ answerMs }: BucketLimits, bytes: number): number {
  return answerMs + Math.ceil(bytes / leastBytesPerMs)
}
