import { exitCode, type Command } from './command.ts'
import { toUnknown } from './nearest.ts'
import type { Program } from './program.ts'
import { toTable } from './table.ts'

/** Creates the command `help [command]` of a program. */
export function createHelp({ usage, commands }: Program<never>): Command<unknown> {
  const help: Command<unknown> = {
    name: 'help',
    summary: 'List the commands, or explain one',
    words: '[command]',
    run: async (_context, { words: [name], print, fail }) => {
      if (name === undefined) {
        print(toProgramHelp(usage, all))
        return exitCode.ok
      }
      const command = all.find((candidate) => candidate.name === name)
      if (command === undefined) {
        const names = all.map((candidate) => candidate.name)
        fail(toUnknown('command', name, names))
        return exitCode.usage
      }
      print(toCommandHelp(command))
      return exitCode.ok
    },
  }
  const all = [...commands, help]
  return help
}

/** Describes how to call the program and lists its commands. */
function toProgramHelp(usage: string, commands: readonly Command<never>[]): string {
  const rows = commands.map(({ name, words, summary }) => [withWords(name, words), summary])
  return [
    usage,
    '',
    toTable(['COMMAND', 'WHAT IT DOES'], rows),
    '',
    'Run "help <command>" for the options of a command.',
  ].join('\n')
}

/** Describes one command and its options. */
export function toCommandHelp({ name, words, summary, options = {} }: Command<never>): string {
  const rows = Object.entries(options).map(([option, { type, summary: text }]) => [
    `--${option}${type === 'string' ? '=<value>' : ''}`,
    text,
  ])
  const head = `${summary}\n\nUsage: ${withWords(name, words)}${rows.length > 0 ? ' [options]' : ''}`
  return rows.length === 0 ? head : `${head}\n\n${toTable(['OPTION', 'WHAT IT DOES'], rows)}`
}

function withWords(name: string, words: string | undefined): string {
  return words === undefined ? name : `${name} ${words}`
}
