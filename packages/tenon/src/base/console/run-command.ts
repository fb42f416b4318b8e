import { parseArgs } from 'node:util'
import { exitCode, toParseOptions, type Command, type CommandCall } from './command.ts'
import { createHelp, toCommandHelp } from './help.ts'
import { toUnknown } from './nearest.ts'
import type { Program } from './program.ts'

/** A command line, and functions that write to standard output and standard error. */
export interface ProgramCall {
  readonly argv: readonly string[]
  readonly print: (line: string) => void
  readonly fail: (line: string) => void
}

/**
 * Runs the command that `argv` names, or the default one, and returns its exit code.
 *
 * `help`, `--help` after any command, and `--version` work in every program. An unknown command or
 * option fails with exit code 64 and suggests the closest match. An unexpected argument also fails
 * with 64.
 */
export async function runCommand<Context>(
  program: Program<Context>,
  call: ProgramCall,
  context: Context,
): Promise<number> {
  const commands = [...program.commands, createHelp(program)]
  const [name, ...rest] = toWords(call.argv, program.defaultName)
  if (name === '--version') {
    call.print(program.version)
    return exitCode.ok
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    const names = commands.map((candidate) => candidate.name)
    call.fail((await program.describeElsewhere?.(name)) ?? toUnknown('command', name, names))
    return exitCode.usage
  }
  if (asksForHelp(rest)) {
    call.print(toCommandHelp(program, command))
    return exitCode.ok
  }

  const parsed = parseCall(command, rest, call)
  return parsed === undefined ? exitCode.usage : command.run(context, parsed)
}

/** Splits `argv` into the command's name and its arguments. */
function toWords(
  argv: readonly string[],
  defaultName: string,
): readonly [name: string, ...rest: readonly string[]] {
  const [first, ...rest] = argv
  if (first === '--help' || first === '-h') return ['help', ...rest]
  if (first === '--version' || first === '-v') return ['--version']
  return first === undefined || first.startsWith('-') ? [defaultName, ...argv] : [first, ...rest]
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

function parseCall(
  command: Command<never>,
  argv: readonly string[],
  { print, fail }: ProgramCall,
): CommandCall | undefined {
  const options = toParseOptions(command)
  const end = argv.indexOf('--')
  const unknown = argv
    .slice(0, end === -1 ? argv.length : end)
    .find((word) => word.startsWith('-') && !Object.hasOwn(options, toOptionName(word)))
  if (unknown !== undefined) {
    const names = Object.keys(options).map((option) => `--${option}`)
    fail(toUnknown('option', unknown, names, `help ${command.name}`))
    return undefined
  }
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const [word] = positionals
    if (word !== undefined && command.words === undefined) {
      fail(`Unexpected argument "${word}" for "${command.name}". Run "help ${command.name}".`)
      return undefined
    }
    return {
      has: (option) => values[option] === true,
      value: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      words: positionals,
      print,
      fail,
    }
  } catch (error) {
    // Only parseArgs throws here: an option lacks its value, or was given one it does not take.
    fail(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function toOptionName(word: string): string {
  return word.replace(/^--?/, '').split('=')[0] ?? ''
}
