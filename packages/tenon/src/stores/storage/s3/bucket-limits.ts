/** How long a store may take, in milliseconds. */
export interface BucketLimits {
  /** For connecting. */
  readonly connectMs: number
  /** Until the response to a request starts. A request with a body has more time, depending on its size. */
  readonly answerMs: number
  /**
   * For a pause without a sent or received byte, within a body or while the store joins or copies a large file. It must
   * be longer than a client may pause while it reads a file through us.
   */
  readonly progressMs: number
}

export const defaultBucketLimits: BucketLimits = {
  connectMs: 5000,
  answerMs: 10_000,
  progressMs: 30_000,
}

/** The slowest upload that still gets its response in time. */
const leastBytesPerMs = 256

/** How many milliseconds the response to a request with a body of this size may take. */
export function toAnswerMs({ answerMs }: BucketLimits, bytes: number): number {
  return answerMs + Math.ceil(bytes / leastBytesPerMs)
}
