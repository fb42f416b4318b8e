import { exitCode, type Command } from '../../base/console/command.ts'
import { toTable } from '../../base/console/table.ts'
import { version } from '../../base/support/packages/version.ts'
import { withoutPassword } from '../../data/database/database-url.ts'
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
  }
}

function toStorePlace({ application, settings }: CommandContext): string {
  if (application.cache?.store !== undefined) return "the application's own"
  return settings.redisUrl === undefined ? 'memory of each process' : 'Redis'
}
