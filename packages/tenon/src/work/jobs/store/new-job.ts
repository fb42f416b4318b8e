/** A job to be added. */
export interface NewJob {
  readonly name: string
  readonly queue: string
  readonly priority: number
  readonly input: string
  readonly attempts: number
  readonly delayMs: number
  readonly runAt: number | null
  readonly uniqueKey: string | null
  /** Jobs of the same lane run one at a time. */
  readonly lane: string | null
  /** The batch that it belongs to. */
  readonly batch: number | null
  /** The `traceparent` of the span that dispatched it. */
  readonly trace: string | null
  /** The language in which it was dispatched, in an application with languages. */
  readonly language: string | null
}
