import { exitCode, type Command } from '../../console/command.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { SetupError } from '../../support/setup-error.ts'
import type { CommandContext } from '../command-context.ts'
import { checkDatabaseUrl, checkMigrations, hasDatabase } from '../doctor/check-database.ts'
import { checkEnvironment } from '../doctor/check-environment.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkProcess } from '../doctor/check-process.ts'
import { error, type Finding } from '../doctor/finding.ts'

/** Looks at what surrounds the application, as this process finds it, and changes nothing. */
export const doctor: Command<CommandContext> = {
  name: 'doctor',
  summary: 'Check the environment of a deployment and tell how to mend it',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  async run(context, { has, print }) {
    const findings = await examine(context)
    const hasErrors = findings.some(({ level }) => level === 'error')
    if (has('json')) print(JSON.stringify({ isHealthy: !hasErrors, findings }, null, 2))
    else for (const line of toLines(findings)) print(line)
    return hasErrors ? exitCode.failed : exitCode.ok
  },
}

async function examine(context: CommandContext): Promise<readonly Finding[]> {
  const found = [...checkProcess(process.versions.node, process.getuid?.())]
  try {
    const { settings, application } = context
    const { databaseUrl } = settings
    found.push(...checkEnvironment(settings), ...checkDatabaseUrl(settings))
    found.push(...checkFiles({ root: application.root, workingFolder: process.cwd(), databaseUrl }))
    if (hasDatabase(databaseUrl)) found.push(...(await context.withMigrator(checkMigrations)))
  } catch (cause) {
    found.push(toFinding(cause))
  }
  return found.toSorted((one, other) => one.level.localeCompare(other.level))
}

/** What keeps the rest from being looked at is a finding, too. */
function toFinding(cause: unknown): Finding {
  if (cause instanceof SetupError) {
    return error(cause.code, cause.message, 'Mend it, and run doctor again for the rest.')
  }
  if (cause instanceof DatabaseUnavailable) {
    return error('the database', cause.message, 'Check DATABASE_URL, and that its server runs.')
  }
  throw cause
}

function toLines(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ['Nothing was found amiss.']
  return findings.flatMap(({ level, subject, problem, remedy }) => [
    `${level.padEnd(7)}  ${subject}: ${problem}`,
    `         ${remedy}`,
  ])
}
