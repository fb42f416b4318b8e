import type { WorkLog } from '../../src/work/lease/work-log.ts'

/** A log that keeps its messages. */
export class RecordedLog implements WorkLog {
  readonly messages: string[] = []

  info(message: string): void {
    this.messages.push(`info ${message}`)
  }

  warn(message: string): void {
    this.messages.push(`warn ${message}`)
  }

  error(message: string): void {
    this.messages.push(`error ${message}`)
  }
}
