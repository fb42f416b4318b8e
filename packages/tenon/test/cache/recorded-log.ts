import type { Log, LogFields } from '../../src/base/log/log.ts'

/** A log that keeps its lines for assertions. */
export interface RecordedLog extends Log {
  readonly lines: readonly RecordedLine[]
}

export interface RecordedLine {
  readonly level: string
  readonly message: string
  readonly fields: LogFields
}

export function recordLog(): RecordedLog {
  const lines: RecordedLine[] = []
  const write =
    (level: string) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields })
    }
  const log: RecordedLog = {
    lines,
    isEnabled: () => true,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    with: () => log,
  }
  return log
}
