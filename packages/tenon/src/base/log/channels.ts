import { Announcements } from './announcements.ts'

/** What is told of every request when its answer has been handed to the connection. */
export interface AnswerMessage {
  readonly method: string
  /** The pattern of the route, such as `/todos/{todo}`; `undefined` where none answered. */
  readonly route: string | undefined
  readonly status: number
  /** From the request's arrival, or from the end of its body, to the answer. */
  readonly durationMs: number
}

/** What is told of every statement when it has ended, well or not. */
export interface StatementMessage {
  /** The text, without its values. */
  readonly sql: string
  readonly dialect: 'sqlite' | 'postgres'
  readonly durationMs: number
  /** Why it failed. */
  readonly error: Error | undefined
}

/** What is told of every run of a scheduled task that has ended in this process. */
export interface RunMessage {
  readonly task: string
  readonly state: 'ok' | 'failed' | 'lost' | 'interrupted'
  readonly durationMs: number
}

/** What is told of every tick of a task that this process has decided in the ledger. */
export interface TickMessage {
  readonly task: string
  /**
   * `run` in time, `late` to catch up, `overlap` left out for an earlier run, `missed` by everybody,
   * `paused`; of a run whose process is gone, `again` or `lost`.
   */
  readonly decision: 'run' | 'late' | 'overlap' | 'missed' | 'paused' | 'again' | 'lost'
  readonly count: number
}

/** The diagnostics channel `tenon.answer`: what clients were answered. */
export const answers = new Announcements<AnswerMessage>('tenon.answer')

/**
 * The diagnostics channel `tenon.statement`, told in the asynchronous context of whoever asked; a
 * database opened while nobody listens is silent.
 */
export const statements = new Announcements<StatementMessage>('tenon.statement')

/** The diagnostics channel `tenon.tick`: what became of ticks that came due. */
export const ticks = new Announcements<TickMessage>('tenon.tick')

/** The diagnostics channel `tenon.run`: how runs of scheduled tasks ended. */
export const runs = new Announcements<RunMessage>('tenon.run')
