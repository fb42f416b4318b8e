import { findTerminal, type Terminal } from '../../../base/console/choose.ts'
import type { CommandCall, CommandOption } from '../../../base/console/command.ts'
import { confirm } from '../../../base/console/confirm.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

/** The options of a command that destroys something. */
export const destructiveOptions = {
  force: { type: 'boolean', summary: 'Do it without asking, also in production' },
  pretend: { type: 'boolean', summary: 'Print what it would do and change nothing' },
} as const satisfies Readonly<Record<string, CommandOption>>

type Asking = Pick<CommandContext, 'settings' | 'fail'>

/**
 * Whether a command may destroy something: with `--force`, or if the user at the terminal agrees.
 * In production only `--force` counts. In development, a script without a terminal is not asked.
 *
 * `warning` says what the command does, such as `migrate:fresh drops every table`.
 */
export async function hasConsent(
  { settings, fail }: Asking,
  call: Pick<CommandCall, 'has'>,
  warning: string,
  terminal: Terminal | undefined = findTerminal(),
): Promise<boolean> {
  if (call.has('force')) return true
  if (settings.isProduction) {
    fail(`${warning}. In production it needs --force.`)
    return false
  }
  if (terminal === undefined) return true
  const question = `${warning}, in the environment "${settings.environment}". Continue?`
  const isAgreed = await confirm(question, terminal)
  if (!isAgreed) fail('Nothing was changed.')
  return isAgreed
}
