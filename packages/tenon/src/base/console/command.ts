import type { ParseArgsOptionsConfig } from 'node:util'

/** A mode of the application binary: `node main.ts <name> [options]`. */
export interface Command<Context> {
  readonly name: string
  /** One line for `help`. */
  readonly summary: string
  /** What words besides options mean, such as `[seeder…]`, for `help`. Default: none are taken. */
  readonly words?: string
  readonly options?: Readonly<Record<string, CommandOption>>
  /** Does the work and returns the exit code; prints through `print`. */
  run(context: Context, call: CommandCall): Promise<number>
}

/** An option of a command: `--name`, or `--name=value`. */
export interface CommandOption {
  readonly type: 'boolean' | 'string'
  readonly summary: string
}

/** What a command was called with. */
export interface CommandCall {
  /** Whether a boolean option was given. */
  readonly has: (option: string) => boolean
  /** The value of an option that takes one. */
  readonly value: (option: string) => string | undefined
  /** Words that are no options. */
  readonly words: readonly string[]
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
}

/** Exit codes that mean something (sysexits.h). */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 64,
  unavailable: 69,
  configuration: 78,
} as const

/** The options as `node:util` parses them. */
export function toParseOptions(command: Command<never>): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, option]) => [name, { type: option.type }]),
  )
}
