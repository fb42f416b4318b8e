import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkProgram } from './check-program.ts'
import type { Finding } from './program/program.ts'
import { readProgram } from './program/read-program.ts'

/** Finds the places where the parts of an application do not match each other, its migrations last. */
export async function checkApplication(
  application: ApplicationOptions,
): Promise<readonly Finding[]> {
  return [...checkProgram(readProgram(application)), ...(await checkMigrations(application))]
}
