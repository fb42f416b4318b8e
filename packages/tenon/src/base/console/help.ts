import { exitCode, type Command } from './command.ts'
import { toUnknown } from './nearest.ts'
import type { Program } from './program.ts'
import { toTable } from './table.ts'

/** Creates the command `help [command]` of a program. */
export function createHelp(program: Program<never>): Command<unknown> {
  const help: Command<unknown> = {
    name: 'help',
    summary: 'List the commands, or explain one',
    words: '[command]',
    run: async (_context, { words: [name], print, fail }) => {
      if (name === undefined) {
        print(toProgramHelp(program, all))
        return exitCode.ok
      }
      const command = all.find((candidate) => candidate.name === name)
      if (command === undefined) {
        const names = all.map((candidate) => candidate.name)
        fail(toUnknown('command', name, names))
        return exitCode.usage
      }
      print(toCommandHelp(program, command))
      return exitCode.ok
    },
  }
  const all = [...program.commands, help]
  return help
}

/** Describes how to call the program and lists its commands. */
function toProgramHelp(
  { name: program, about }: Program<never>,
  commands: readonly Command<never>[],
): string {
  const rows = commands.map(({ name, words, summary }) => [withWords(name, words), summary])
  return [
    `Usage: ${program} [command] [options]`,
    ...(about === undefined ? [] : ['', about]),
    '',
    toTable(['COMMAND', 'WHAT IT DOES'], rows),
    '',
    `Run "${program} help <command>" for the options of a command.`,
  ].join('\n')
}

/** Describes one command and its options. */
export function toCommandHelp(program: Program<never>, command: Command<never>): string {
  const { name, words, summary, options = {}, details } = command
  const rows = Object.entries(options).map(([option, { type, summary: text }]) => [
    `--${option}${type === 'string' ? '=<value>' : ''}`,
    text,
  ])
  const call = `${program.name} ${withWords(name, words)}${rows.length > 0 ? ' [options]' : ''}`
  const table = rows.length === 0 ? undefined : toTable(['OPTION', 'WHAT IT DOES'], rows)
  return [summary, `Usage: ${call}`, table, details]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

function withWords(name: string, words: string | undefined): string {
  return words === undefined ? name : `${name} ${words}`
}
