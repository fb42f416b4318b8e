import type { JobRate } from './queue-rates.ts'

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
  /** What its unique key does besides; `null`: it is taken until the job has ended. */
  readonly uniqueRule: UniqueRule | null
  /** Jobs of the same lane stand in one line. */
  readonly lane: string | null
  /** How that line moves; `null`: one at a time. */
  readonly laneRules: LaneRules | null
  /** The batch that it belongs to. */
  readonly batch: number | null
  /** The `traceparent` of the span that dispatched it. */
  readonly trace: string | null
  /** The language in which it was dispatched, in an application with languages. */
  readonly language: string | null
  /** Who has dispatched it, if that is followed. A follower of a batch may come from a version without it. */
  readonly actor?: string | null
}

/** What becomes of a unique key. */
export type UniqueRule =
  /** It is free once its job starts. */
  | { readonly kind: 'until start' }
  /** The same, and a job that waits with this key is replaced. */
  | { readonly kind: 'replace' }
  /** It is taken for this time, whatever becomes of its job. */
  | { readonly kind: 'for'; readonly ms: number }

/** How the jobs of a lane become ready. */
export interface LaneRules {
  /** How many run at a time. Default: any number. */
  readonly atATime?: number
  /** How many start in a time. Default: any number. */
  readonly rate?: JobRate
}

/** A dispatched job. */
export interface DispatchedJob {
  /**
   * Its id, for `jobs:show`. `null` if a job with the same unique key was there at the dispatch and
   * has ended since.
   */
  readonly id: number | null
  /** `false` if a job with the same unique key was already there, so that nothing was added. */
  readonly isNew: boolean
}

/** One attempt at a job. */
export interface RunKey {
  readonly id: number
  readonly attempt: number
}
