import { inspect } from 'node:util'
import { exitCode } from '../../base/console/command.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import { MigrationFailed } from '../../data/migrations/migration-failed.ts'
import { HttpError } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The reason why a command failed, for an operator to read. */
export interface StartFailure {
  readonly message: string
  readonly exitCode: number
}

/** Returns one line with the problem and its remedy, or the whole error if it is unexpected. */
export function toStartFailure(error: unknown): StartFailure {
  if (error instanceof SetupError) return { message: error.message, exitCode: toExitCode(error) }
  if (error instanceof DatabaseUnavailable) {
    return { message: `${error.message}. Check DATABASE_URL.`, exitCode: exitCode.unavailable }
  }
  if (error instanceof MigrationFailed || error instanceof HttpError) {
    return { message: error.message, exitCode: exitCode.failed }
  }
  return { message: inspect(error), exitCode: exitCode.failed }
}

/** Errors caused by the environment. */
const configurationCodes: ReadonlySet<string> = new Set([
  'E_ENVIRONMENT',
  'E_DATABASE_URL',
  'E_DATABASE_REPLICA',
  'E_REDIS_URL',
])

function toExitCode({ code }: SetupError): number {
  return configurationCodes.has(code) ? exitCode.configuration : exitCode.failed
}
