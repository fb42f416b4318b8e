import { inspect } from 'node:util'
import { exitCode } from '../console/command.ts'
import { DatabaseUnavailable } from '../database/database-error.ts'
import { MigrationFailed } from '../migrations/migration-failed.ts'
import { SetupError } from '../support/setup-error.ts'

/** Why a command could not do its work, as an operator reads it. */
export interface StartFailure {
  readonly message: string
  readonly exitCode: number
}

/** One line that says what is wrong and how to mend it; the whole error for what nobody foresaw. */
export function toStartFailure(error: unknown): StartFailure {
  if (error instanceof SetupError) return { message: error.message, exitCode: toExitCode(error) }
  if (error instanceof DatabaseUnavailable) {
    return { message: `${error.message}. Check DATABASE_URL.`, exitCode: exitCode.unavailable }
  }
  if (error instanceof MigrationFailed) return { message: error.message, exitCode: exitCode.failed }
  return { message: inspect(error), exitCode: exitCode.failed }
}

/** What the environment says is wrong. */
const configurationCodes: ReadonlySet<string> = new Set([
  'E_ENVIRONMENT',
  'E_DATABASE_URL',
  'E_REDIS_URL',
])

function toExitCode({ code }: SetupError): number {
  return configurationCodes.has(code) ? exitCode.configuration : exitCode.failed
}
