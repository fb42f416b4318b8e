import { exitCode, type Command } from '../../base/console/command.ts'
import { toSecretDigest } from '../maintenance/maintenance-gate.ts'
import { endMaintenance, writeMaintenance } from '../maintenance/maintenance.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const down: Command<CommandContext> = {
  name: 'down',
  summary: 'Answer every request with 503 until you run "up", in all processes on this database',
  options: {
    secret: { type: 'string', summary: 'Visitors of /?<secret> may use the application' },
    retry: { type: 'string', summary: 'Seconds after which clients should try again; default 60' },
  },
  async run(context, { value, print }) {
    const retry = value('retry') ?? '60'
    const secret = value('secret')
    const problem = findProblem(context, retry, secret)
    if (problem !== undefined) {
      context.fail(problem)
      return exitCode.usage
    }
    await context.withDatabase((database) =>
      writeMaintenance(database, {
        retryAfterSeconds: Number(retry),
        secretDigest: secret === undefined ? null : toSecretDigest(secret),
      }),
    )
    print('The application is down. Run "up" to end it.')
    return exitCode.ok
  },
}

export const up: Command<CommandContext> = {
  name: 'up',
  summary: 'End the maintenance started by "down"',
  async run(context, { print }) {
    const wasDown = await context.withDatabase(endMaintenance)
    print(wasDown ? 'The application is up again.' : 'The application was not down.')
    return exitCode.ok
  },
}

function findProblem(
  { settings }: CommandContext,
  retry: string,
  secret: string | undefined,
): string | undefined {
  if (settings.databaseUrl === 'sqlite::memory:') {
    return 'DATABASE_URL is sqlite::memory:, which the server processes do not share. Stop them instead.'
  }
  if (!/^[1-9]\d{0,5}$/.test(retry))
    return `--retry needs a number of seconds from 1 to 999999, not "${retry}".`
  if (secret !== undefined && !/^[\w.~-]{16,128}$/.test(secret)) {
    return '--secret needs 16 to 128 letters, digits and characters of "-_.~", because it is part of a URL.'
  }
  return undefined
}
