import { exitCode, type Command } from '../../base/console/command.ts'
import { entityOf } from '../../data/records/entity.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { wantedSchema } from '../../data/migrations/difference/make-migration.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { toSchemaSources } from '../runtime/application-schema.ts'
import { namesOf } from '../runtime/databases/select-databases.ts'
import {
  checkDatabaseUrl,
  checkMigrations,
  checkNamedUrl,
  hasDatabase,
} from '../doctor/check-database.ts'
import { checkBuilds } from '../doctor/check-builds.ts'
import { checkEnvironment } from '../doctor/check-environment.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkIndexes } from '../doctor/check-indexes.ts'
import { checkMail } from '../doctor/check-mail.ts'
import { checkMirrors } from '../doctor/check-mirrors.ts'
import { checkPackages } from '../doctor/check-packages.ts'
import { checkProcess } from '../doctor/check-process.ts'
import { checkQueues } from '../doctor/check-queues.ts'
import { checkRedis } from '../doctor/check-redis.ts'
import { checkReplicas } from '../doctor/check-replicas.ts'
import { checkRowLevelSecurity } from '../doctor/check-row-level-security.ts'
import { checkStorage } from '../doctor/check-storage.ts'
import { findDescriptorLimit } from '../runtime/supervision/watch-descriptors.ts'
import { error, type Finding } from '../doctor/finding.ts'
import { toQueues } from '../runtime/work/application-jobs.ts'

/** Checks the application's environment as this process sees it; changes nothing. */
export const doctor: Command<CommandContext> = {
  name: 'doctor',
  summary: 'Check the environment of a deployment and suggest fixes',
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
  const found = [
    ...checkProcess({
      version: process.versions.node,
      userId: process.getuid?.(),
      descriptors: findDescriptorLimit(),
    }),
  ]
  try {
    const { servingSettings: settings, application } = context
    const { databaseUrl } = settings
    found.push(...checkEnvironment(settings, application), ...checkDatabaseUrl(settings))
    found.push(...(await checkRedis(settings)))
    found.push(...checkFiles({ root: application.root, workingFolder: process.cwd(), databaseUrl }))
    found.push(...checkBuilds(application.root))
    found.push(...(await checkPackages(application)))
    found.push(...(await checkReplicas(settings)))
    found.push(...(await checkMail(settings, application.mail)))
    found.push(...(await checkStorage(settings, application.storage?.store)))
    for (const name of namesOf(application)) found.push(...(await examineDatabase(context, name)))
    found.push(...(await examineQueues(context)))
  } catch (cause) {
    found.push(toFinding(cause))
  }
  return found.toSorted((one, other) => one.level.localeCompare(other.level))
}

async function examineDatabase(
  context: CommandContext,
  name: string | undefined,
): Promise<readonly Finding[]> {
  const url = context.urlOf(name)
  const found = name === undefined ? [] : checkNamedUrl(url, name)
  if (!hasDatabase(url)) return found
  const [migrations, isAhead] = await context.withMigrator(
    async (migrator) => [await checkMigrations(migrator), await hasUnknown(migrator)] as const,
    name,
  )
  const isCurrent = migrations.length === 0
  const mirrors = isCurrent ? await examineMirrors(context, { name, isAhead }) : []
  const indexes = await examineIndexes(context, name)
  const ownership = await examineOwnership(context, name)
  return [...found, ...migrations, ...mirrors, ...indexes, ...ownership]
}

/** Whether the database has migrations that this version does not have. */
async function hasUnknown(migrator: Migrator): Promise<boolean> {
  return (await migrator.status()).some(({ state }) => state === 'missing')
}

async function examineMirrors(
  context: CommandContext,
  { name, isAhead }: { readonly name: string | undefined; readonly isAhead: boolean },
): Promise<readonly Finding[]> {
  const { application } = context
  if (application.models === undefined) return []
  const schema = wantedSchema(toSchemaSources(application, name), new Map())
  return context.withDatabase((database) => checkMirrors(database, { schema, isAhead }), { name })
}

async function examineIndexes(
  context: CommandContext,
  name: string | undefined,
): Promise<readonly Finding[]> {
  const models = Object.values(context.application.models ?? {})
  const tables = models
    .map((model) => entityOf(model).table)
    .filter(({ database }) => database === name)
  return context.withDatabase((database) => checkIndexes(database, tables), { name })
}

async function examineOwnership(
  context: CommandContext,
  name: string | undefined,
): Promise<readonly Finding[]> {
  const { application } = context
  if (application.ownership?.rowLevelSecurity !== true) return []
  const { policies } = toSchemaSources(application, name)
  const tables = [...(policies ?? [])].map(([table]) => table)
  return context.withDatabase((database) => checkRowLevelSecurity(database, tables), { name })
}

async function examineQueues(context: CommandContext): Promise<readonly Finding[]> {
  const queues = toQueues(context.application)
  if (queues.length === 0 || !hasDatabase(context.urlOf(undefined))) return []
  return context.withDatabase((database) => checkQueues(database, queues))
}

/** Turns an error that prevents the remaining checks into a finding. */
function toFinding(cause: unknown): Finding {
  if (cause instanceof SetupError) {
    return error(
      cause.code,
      cause.message,
      'Fix it, and run doctor again for the remaining checks.',
    )
  }
  if (cause instanceof DatabaseUnavailable) {
    return error('the database', cause.message, 'Check DATABASE_URL, and that its server runs.')
  }
  throw cause
}

function toLines(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ['No problems found.']
  return findings.flatMap(({ level, subject, problem, remedy }) => [
    `${level.padEnd(7)}  ${subject}: ${problem}`,
    `         ${remedy}`,
  ])
}
