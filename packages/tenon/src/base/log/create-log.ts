import { createRequire } from 'node:module'
import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import type prettyStream from 'pino-pretty'
import type { Log, LogFields, LogLevel, LogThreshold } from './log.ts'

export interface LogOptions {
  readonly level: LogThreshold
  /** One JSON object per line, or lines for a reader at a terminal. */
  readonly format: 'json' | 'pretty'
  /** Where lines go; default: standard output. */
  readonly destination?: DestinationStream
  /** What a line carries by where it is written; asked for at each that is. Default: nothing. */
  readonly currentFields?: (() => LogFields) | undefined
}

/**
 * Makes the log of a process. Lines are written at once and in this thread: none is lost when the
 * process ends, and a reader that went away or a disk that is full ends nothing. `pretty` needs the package
 * `pino-pretty`; without it lines are JSON.
 */
export function createLog(options: LogOptions): Log {
  const { currentFields } = options
  const stream = options.destination ?? openStandardOutput(options.format)
  const settings = {
    level: options.level,
    errorKey: 'error',
    serializers: { error: stdSerializers.err },
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    ...(currentFields && { mixin: () => ({ ...currentFields() }) }),
  }
  return new PinoLog(pino(settings, stream))
}

class PinoLog implements Log {
  readonly #pino: Logger

  constructor(logger: Logger) {
    this.#pino = logger
  }

  isEnabled(level: LogLevel): boolean {
    return this.#pino.isLevelEnabled(level)
  }

  debug(message: string, fields?: LogFields): void {
    this.#pino.debug(fields, message)
  }

  info(message: string, fields?: LogFields): void {
    this.#pino.info(fields, message)
  }

  warn(message: string, fields?: LogFields): void {
    this.#pino.warn(fields, message)
  }

  error(message: string, fields?: LogFields): void {
    this.#pino.error(fields, message)
  }

  fatal(message: string, fields?: LogFields): void {
    this.#pino.fatal(fields, message)
  }

  with(fields: LogFields): Log {
    return new PinoLog(this.#pino.child(fields))
  }
}

function openStandardOutput(format: LogOptions['format']): DestinationStream {
  const output = destination({ dest: 1, sync: true })
  // A disk that is full, a terminal that is gone: lines are lost, and there is nobody left to tell.
  output.on('error', () => {})
  return (format === 'pretty' ? openPretty(output) : undefined) ?? output
}

function openPretty(output: DestinationStream): DestinationStream | undefined {
  try {
    const pretty: typeof prettyStream = createRequire(import.meta.url)('pino-pretty')
    return pretty({
      destination: output,
      sync: true,
      ignore: 'pid,hostname',
      errorLikeObjectKeys: ['error'],
    })
  } catch {
    // An optional peer: lines stay JSON where it is not installed.
    return undefined
  }
}
