import type { ApplicationCommand, CommandOptions } from '../../base/console/application-command.ts'
import { exitCode, type Command, type CommandCall } from '../../base/console/command.ts'
import { withReplicaReads } from '../../data/drivers/replicas/read-scope.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { listenForStop } from '../runtime/stop-signal.ts'

/** Turns a command of the application into a command of its program. */
export function toOwnCommand(own: ApplicationCommand): Command<CommandContext> {
  const { name, summary, words, options } = own
  return {
    name,
    summary,
    options,
    ...(words === undefined ? {} : { words }),
    run: (context, call) =>
      context.withServices(async () => {
        using stop = listenForStop()
        const { print, words: given } = call
        const values = toValues(options, call)
        const input = { options: values, words: given, print, signal: stop.signal }
        // Sound: the values come from the options that the command declares.
        return (await withReplicaReads(() => own.execute(input as never))) ?? exitCode.ok
      }),
  }
}

/** Throws `E_COMMAND_NAME_TAKEN` if two commands have the same name. */
export function assertNamesFree(commands: readonly Command<never>[]): void {
  const names = new Set(['help'])
  for (const { name } of commands) {
    if (names.has(name)) {
      throw new SetupError(
        'E_COMMAND_NAME_TAKEN',
        `There are two commands "${name}". Rename the one in application({ commands }).`,
      )
    }
    names.add(name)
  }
}

function toValues(
  options: CommandOptions,
  call: CommandCall,
): Readonly<Record<string, boolean | string | undefined>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [
      name,
      type === 'boolean' ? call.has(name) : call.value(name),
    ]),
  )
}
