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
  /** An extra rule of its unique key; `null`: the key is taken until the job has ended. */
  readonly uniqueRule: UniqueRule | null
  /** Jobs of the same lane wait for each other. */
  readonly lane: string | null
  /** How many jobs of the lane may start; `null`: one at a time. */
  readonly laneRules: LaneRules | null
  /** The batch that it belongs to. */
  readonly batch: number | null
  /** The `traceparent` of the span that dispatched it. */
  readonly trace: string | null
  /** The language in which it was dispatched, in an application with languages. */
  readonly language: string | null
  /** Who has dispatched the job, if known. Missing in a batch's follow-up job that an earlier version stored. */
  readonly actor?: string | null
}

/** When a unique key becomes free. */
export type UniqueRule =
  /** Free once its job starts. */
  | { readonly kind: 'until start' }
  /** Also free at the start; a new dispatch replaces a waiting job with this key. */
  | { readonly kind: 'replace' }
  /** Taken for this time, whether or not its job has ended. */
  | { readonly kind: 'for'; readonly ms: number }

/** How the jobs of a lane become ready. */
export interface LaneRules {
  /** How many run at a time. Default: any number. */
  readonly atATime?: number
  /** How many start in a time. Default: any number. */
  readonly rate?: JobRate
}

/** The result of a dispatch. */
export interface DispatchedJob {
  /** Its id, for `jobs:show`. `null` if another job had the same unique key at the dispatch and has ended since. */
  readonly id: number | null
  /** `false` if another job had the same unique key, so that no job was added. */
  readonly isNew: boolean
}

/** One attempt at a job. */
export interface RunKey {
  readonly id: number
  readonly attempt: number
}
