import type { ScheduleLog } from '../../src/schedule.ts'

/** A log that keeps its messages. */
export class RecordedLog implements ScheduleLog {
  readonly messages: string[] = []

  info(_fields: object, message: string): void {
    this.messages.push(`info ${message}`)
  }

  warn(_fields: object, message: string): void {
    this.messages.push(`warn ${message}`)
  }

  error(_fields: object, message: string): void {
    this.messages.push(`error ${message}`)
  }
}
