import { exitCode, type Command } from '../../base/console/command.ts'
import { toTable } from '../../base/console/table.ts'
import { version } from '../../base/support/packages/version.ts'
import { withoutPassword } from '../../data/database/database-url.ts'
import { findOpenChanges } from '../../data/introspection/rolling/open-changes.ts'
import { loadAssets } from '../../pages/assets/load-assets.ts'
import { personalColumns } from '../personal/personal-columns.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const about: Command<CommandContext> = {
  name: 'about',
  summary: 'Show versions, the environment and a summary of the application',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: async (context, call) => {
    const facts = toFacts(context)
    const rows = Object.entries(facts).map(([name, value]) => [name, String(value)])
    call.print(call.has('json') ? JSON.stringify(facts, null, 2) : toTable(['WHAT', 'VALUE'], rows))
    return exitCode.ok
  },
}

function toFacts(context: CommandContext): Readonly<Record<string, unknown>> {
  const { application, settings, urlOf } = context
  const { routes, models = {}, tasks = [], commands = [], databases = [] } = application
  const listed = Object.values(models)
  return {
    tenon: version,
    node: process.versions.node,
    environment: settings.environment,
    root: application.root,
    database: withoutPassword(settings.databaseUrl),
    ...Object.fromEntries(
      databases.map(({ name }) => [`database ${name}`, withoutPassword(urlOf(name))]),
    ),
    store: toStorePlace(context),
    routes: routes.routes.length,
    models: Object.keys(models).length,
    tasks: tasks.length,
    commands: commands.length,
    'earlier builds': list(loadAssets(application.root).earlier.keys()),
    'open changes': list(findOpenChanges(listed).map(({ place, text }) => `${place} ${text}`)),
    'personal columns': list(personalColumns(listed)),
  }
}

function list(items: Iterable<string>): string {
  return [...items].join(', ') || 'none'
}

function toStorePlace({ application, settings }: CommandContext): string {
  if (application.cache?.store !== undefined) return "the application's own"
  return settings.redisUrl === undefined ? 'memory of each process' : 'Redis'
}
