import { createRequire } from 'node:module'
import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import type prettyStream from 'pino-pretty'
import { LogOutput } from './log-output.ts'
import type { Log, LogFields, LogLevel, LogThreshold } from './log.ts'
import { personalValues } from './personal/personal-values.ts'
import { toLogged } from './personal/to-logged.ts'

export interface LogOptions {
  readonly level: LogThreshold
  /** `json` writes one object per line; `pretty` writes lines for a person at a terminal. */
  readonly format: 'json' | 'pretty'
  /** Where lines go. Default: standard output. */
  readonly destination?: DestinationStream
  /** Returns fields for the current context; called for each line written. Default: no fields. */
  readonly currentFields?: (() => LogFields) | undefined
}

/**
 * Creates the log of a process.
 *
 * No line is lost when the process exits. A reader that stalls or goes away, or a full disk, never
 * blocks the process: lines that do not fit in the buffer are dropped, and the log reports how many
 * once it can write again. `pretty` needs the package `pino-pretty`; without it the log writes
 * JSON.
 */
export function createLog(options: LogOptions): Log {
  const { currentFields } = options
  const tellOfDropped = (dropped: number): void => {
    log.warn('Log lines were dropped because the output could not take them in time', { dropped })
  }
  const stream = options.destination ?? openStandardOutput(options.format, tellOfDropped)
  const settings = {
    level: options.level,
    errorKey: 'error',
    serializers: { error: stdSerializers.errWithCause },
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: withoutPersonalColumns },
    ...(currentFields && { mixin: () => ({ ...currentFields() }) }),
  }
  const log = new PinoLog(pino(settings, withoutPersonalValues(stream)))
  return log
}

function withoutPersonalColumns(fields: object): Record<string, unknown> {
  // Sound: the fields of a line are an object with names.
  return personalValues.isFollowed ? toLogged(fields) : (fields as Record<string, unknown>)
}

/** Each line is written in the call that logs it, so the noted values are those of its request. */
function withoutPersonalValues(stream: DestinationStream): DestinationStream {
  return {
    write: (line) =>
      stream.write(personalValues.isFollowed ? personalValues.redactLine(line) : line),
    // The logger calls it after a fatal line, because the process may end at once.
    ...('flushSync' in stream &&
      typeof stream.flushSync === 'function' && { flushSync: stream.flushSync.bind(stream) }),
  }
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

function openStandardOutput(
  format: LogOptions['format'],
  onDropped: (count: number) => void,
): DestinationStream {
  const pretty = format === 'pretty' ? openPretty() : undefined
  if (pretty !== undefined) return pretty

  // Reading `process.stdout` makes pipes and sockets non-blocking; lines are written to the descriptor itself.
  const { fd } = process.stdout
  return new LogOutput({ fd, onDropped })
}

/** Writes for a person at a terminal: synchronously, in this thread. */
function openPretty(): DestinationStream | undefined {
  try {
    const pretty: typeof prettyStream = createRequire(import.meta.url)('pino-pretty')
    const output = destination({ dest: 1, sync: true })
    // The terminal is gone, so there is nowhere to report the error.
    output.on('error', () => {})
    return pretty({
      destination: output,
      sync: true,
      ignore: 'pid,hostname,requestId,method,path,route,status,ms',
      messageFormat: toShortMessage,
      singleLine: true,
      errorLikeObjectKeys: ['error'],
    })
  } catch {
    // An optional peer dependency: without it, lines stay JSON.
    return undefined
  }
}

/**
 * Formats a line for a person: adds only those request fields that the message does not contain.
 */
function toShortMessage(line: Readonly<Record<string, unknown>>, messageKey: string): string {
  const { [messageKey]: message, method, path, route, ms } = line
  if (typeof message !== 'string') return ''
  const request = typeof method === 'string' ? `${method} ${String(path)}` : route
  const isNamed = typeof request !== 'string' || message.startsWith(request)
  const isTimed = typeof ms !== 'number' || message.endsWith(' ms')
  return `${isNamed ? '' : `${request}: `}${message}${isTimed ? '' : ` in ${ms} ms`}`
}
