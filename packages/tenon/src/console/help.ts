import type { Command } from './command.ts'
import { toTable } from './table.ts'

/** Lays out what commands there are, each with its words and options. */
export function toHelp(commands: readonly Command<never>[]): string {
  const rows = commands.flatMap(({ name, words, summary, options = {} }) => [
    [words === undefined ? name : `${name} ${words}`, summary],
    ...Object.entries(options).map(([option, { type, summary }]) => [
      `  --${option}${type === 'string' ? '=<value>' : ''}`,
      summary,
    ]),
  ])
  return toTable(['COMMAND', 'WHAT IT DOES'], rows)
}
