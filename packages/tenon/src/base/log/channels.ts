import { Announcements } from './announcements.ts'

/** Published for every request once its response has been handed to the connection. */
export interface AnswerMessage {
  readonly method: string
  /** The route's pattern, such as `/todos/{todo}`; `undefined` if no route matched. */
  readonly route: string | undefined
  readonly status: number
  /** Time from the request's arrival (or the end of its body) to the response. */
  readonly durationMs: number
}

/** Published for every SQL statement when it ends, whether it succeeded or failed. */
export interface StatementMessage {
  /** The SQL text without its values. */
  readonly sql: string
  readonly dialect: 'sqlite' | 'postgres'
  readonly durationMs: number
  /** The error if the statement failed. */
  readonly error: Error | undefined
}

/** Published for every run of a scheduled task that ends in this process. */
export interface RunMessage {
  readonly task: string
  readonly state: 'ok' | 'failed' | 'lost' | 'interrupted'
  readonly durationMs: number
}

/** Published for every tick of a task that this process decides in the ledger. */
export interface TickMessage {
  readonly task: string
  /**
   * What happened to the tick. `run`: on time; `late`: run to catch up; `overlap`: skipped because
   * an earlier run was still going; `missed`: no process ran it; `paused`. If the process running
   * it died: `again` or `lost`.
   */
  readonly decision: 'run' | 'late' | 'overlap' | 'missed' | 'paused' | 'again' | 'lost'
  readonly count: number
}

/** The diagnostics channel `tenon.answer`: responses sent to clients. */
export const answers = new Announcements<AnswerMessage>('tenon.answer')

/**
 * The diagnostics channel `tenon.statement`: SQL statements that have ended. Messages are published
 * in the caller's asynchronous context. A database opened while the channel has no subscribers
 * publishes nothing.
 */
export const statements = new Announcements<StatementMessage>('tenon.statement')

/** The diagnostics channel `tenon.tick`: decisions about ticks that came due. */
export const ticks = new Announcements<TickMessage>('tenon.tick')

/** The diagnostics channel `tenon.run`: finished runs of scheduled tasks. */
export const runs = new Announcements<RunMessage>('tenon.run')

/** Published for every attempt at a job that ends in this process. */
export interface JobRunMessage {
  readonly job: string
  readonly queue: string
  /**
   * `failed`: for good; `retried`: it will be tried again; `lost`: another process has taken it
   * over; `released`: it did not end before its process stopped; `suspended`: it sleeps or waits.
   */
  readonly state: 'ok' | 'failed' | 'retried' | 'lost' | 'released' | 'suspended'
  readonly durationMs: number
}

/** The diagnostics channel `tenon.job`: ended attempts at jobs. */
export const jobRuns = new Announcements<JobRunMessage>('tenon.job')

/** Published for every call to the store of files that failed because of the store. */
export interface StorageFailureMessage {
  readonly disk: string
  readonly operation: StorageOperation
}

/** An operation of a disk on its store; `adopt` takes over a file that was uploaded directly to the store. */
export type StorageOperation =
  | 'write'
  | 'read'
  | 'find'
  | 'delete'
  | 'list'
  | 'send'
  | 'sign'
  | 'adopt'

/** The diagnostics channel `tenon.storage`: failures of the store of files. */
export const storageFailures = new Announcements<StorageFailureMessage>('tenon.storage')

/** Published for every attempt to hand a mail to the mail server. */
export interface MailAttemptMessage {
  /** `failed`: it will be tried again; `refused`: it will not; `suppressed`: not sent, the recipient gets no mails. */
  readonly outcome: 'sent' | 'failed' | 'refused' | 'suppressed'
}

/** The diagnostics channel `tenon.mail`: attempts to send a mail. */
export const mailAttempts = new Announcements<MailAttemptMessage>('tenon.mail')

/** Published by a supervisor for every worker that ended without being told to. */
export interface WorkerEndMessage {
  /** `unresponsive`: killed because its event loop was silent for too long. */
  readonly cause: 'exit' | 'signal' | 'unresponsive'
}

/** The diagnostics channel `tenon.worker`: workers that had to be replaced. */
export const workerEnds = new Announcements<WorkerEndMessage>('tenon.worker')
