import { parseArgs } from 'node:util'
import { exitCode, toParseOptions, type Command, type CommandCall } from './command.ts'
import { findNearest } from './nearest.ts'

/** Where a command's lines go: standard output and standard error. */
export interface Output {
  readonly print: (line: string) => void
  readonly fail: (line: string) => void
}

/**
 * Finds the command that `argv` names and runs it; without a name, `defaultName`. An unknown name or
 * option is answered with the nearest one and exit code 64, and so is a word too many.
 */
export async function runCommand<Context>(
  commands: readonly Command<Context>[],
  call: { readonly argv: readonly string[]; readonly defaultName: string; readonly output: Output },
  context: Context,
): Promise<number> {
  const { argv, defaultName, output } = call
  const [name, rest] = splitName(argv, defaultName)
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    output.fail(
      toUnknown(
        'command',
        name,
        commands.map((candidate) => candidate.name),
      ),
    )
    return exitCode.usage
  }

  const parsed = parseCall(command, rest, output)
  return parsed === undefined ? exitCode.usage : command.run(context, parsed)
}

function splitName(argv: readonly string[], defaultName: string): [string, readonly string[]] {
  const [first, ...rest] = argv
  if (first === '--help' || first === '-h') return ['help', rest]
  return first === undefined || first.startsWith('-') ? [defaultName, argv] : [first, rest]
}

function parseCall(
  command: Command<never>,
  argv: readonly string[],
  output: Output,
): CommandCall | undefined {
  const options = toParseOptions(command)
  const end = argv.indexOf('--')
  const unknown = argv
    .slice(0, end === -1 ? argv.length : end)
    .find((word) => word.startsWith('-') && !Object.hasOwn(options, toOptionName(word)))
  if (unknown !== undefined) {
    const names = Object.keys(options).map((option) => `--${option}`)
    output.fail(toUnknown(`option of ${command.name}`, unknown, names))
    return undefined
  }
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const [word] = positionals
    if (word !== undefined && command.words === undefined) {
      output.fail(`The command "${command.name}" takes no "${word}". Run "help" for the list.`)
      return undefined
    }
    return {
      has: (option) => values[option] === true,
      value: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      words: positionals,
      print: output.print,
    }
  } catch (error) {
    // Only parseArgs throws here: an option lacks its value, or has one it does not take.
    output.fail(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function toOptionName(word: string): string {
  return word.replace(/^--?/, '').split('=')[0] ?? ''
}

function toUnknown(kind: string, name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known)
  const hint = nearest === undefined ? 'Run "help" for the list.' : `Did you mean "${nearest}"?`
  return `There is no ${kind} "${name}". ${hint}`
}
