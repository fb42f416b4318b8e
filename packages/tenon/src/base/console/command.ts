import type { ParseArgsOptionsConfig } from 'node:util'

/** A command of a program: `node main.ts <name> [options]`. */
export interface Command<Context> {
  readonly name: string
  /** One line for `help`. */
  readonly summary: string
  /** The positional arguments, such as `[seeder…]`, as shown by `help`. Default: none allowed. */
  readonly words?: string
  readonly options?: Readonly<Record<string, CommandOption>>
  /** Text for `help` below the options: words to choose from, examples. */
  readonly details?: string
  /** Runs the command and returns the exit code; writes its output with `print`. */
  run(context: Context, call: CommandCall): Promise<number>
}

/** An option of a command: `--name`, or `--name=value`. */
export interface CommandOption {
  readonly type: 'boolean' | 'string'
  readonly summary: string
}

/** The parsed arguments of a command, and where to write its output. */
export interface CommandCall {
  /** Whether a boolean option was given. */
  readonly has: (option: string) => boolean
  /** Returns the value of an option that takes one. */
  readonly value: (option: string) => string | undefined
  /** The positional arguments. */
  readonly words: readonly string[]
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
  /** Writes a line to standard error. */
  readonly fail: (line: string) => void
}

/** Exit codes with a defined meaning (sysexits.h). */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 64,
  unavailable: 69,
  configuration: 78,
} as const

/** Converts the options to the form `node:util` parses. */
export function toParseOptions(command: Command<never>): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, option]) => [name, { type: option.type }]),
  )
}
