import type { ScheduleLog } from '../../src/schedule.ts'

/** A log that keeps its messages. */
export class RecordedLog implements ScheduleLog {
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
