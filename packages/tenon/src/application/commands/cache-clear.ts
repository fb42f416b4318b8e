import { exitCode, type Command } from '../../base/console/command.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const cacheClear: Command<CommandContext> = {
  name: 'cache:clear',
  summary: 'Remove everything from the cache that replicas share; sessions stay',
  async run(context, { print }) {
    const isCustom = context.application.cache?.store !== undefined
    if (!isCustom && context.settings.redisUrl === undefined) {
      context.fail(
        'REDIS_URL is not set, so each process has a cache in its own memory. Restart the processes to clear it.',
      )
      return exitCode.failed
    }
    const count = await context.withServices(({ store }) => store.cache.clear())
    if (count === undefined) {
      const server = isCustom ? 'The cache store' : 'The server of REDIS_URL'
      context.fail(`${server} does not answer. Nothing was cleared.`)
      return exitCode.unavailable
    }
    print(`Removed ${count} ${count === 1 ? 'entry' : 'entries'}.`)
    return exitCode.ok
  },
}
