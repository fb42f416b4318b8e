import type { MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import type { CommandOption } from './command.ts'

/** A command of an application, listed in `application({ commands })`. */
export interface ApplicationCommand {
  readonly name: string
  readonly summary: string
  readonly words: string | undefined
  readonly options: CommandOptions
  /** Runs the command. Return a number to set the exit code, or nothing for success. */
  readonly execute: (input: never) => MaybePromise<number | void>
}

/** Options by name, each given as `--name` or `--name=value`. */
export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The argument of a command's function. */
export interface CommandInput<Options extends CommandOptions> {
  /** The value of each option: a boolean if it takes no value, otherwise its text. */
  readonly options: OptionValues<Options>
  /** The positional arguments. */
  readonly words: readonly string[]
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
  /** Aborted when the process receives a stop signal. */
  readonly signal: AbortSignal
}

/** `boolean` for an option without a value; otherwise its text, or `undefined` if not given. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name]['type'] extends 'boolean'
    ? boolean
    : string | undefined
}

/** The summary, arguments and options of a command. */
export interface CommandDescription<Options extends CommandOptions> {
  /** One line for `help`. */
  readonly summary: string
  /** The positional arguments, such as `<email>`, as shown by `help`. Default: none allowed. */
  readonly words?: string
  readonly options?: Options
}

/** A declared command that still needs its function. */
export interface CommandDeclaration<Options extends CommandOptions> {
  /** Sets the function. Models, the cache and `route()` work as they do in a handler. */
  run(execute: (input: CommandInput<Options>) => MaybePromise<number | void>): ApplicationCommand
}

/**
 * Declares a command of the application's binary: `node main.ts users:add ada@example.com`.
 *
 * Throws `E_COMMAND_NAME` unless the name is lower-case words joined by `:` and `-`.
 */
export function command<const Options extends CommandOptions = {}>(
  name: string,
  { summary, words, options }: CommandDescription<Options>,
): CommandDeclaration<Options> {
  if (!grammar.test(name)) {
    throw new SetupError(
      'E_COMMAND_NAME',
      `The command name "${name}" must be lower-case words joined by ":" or "-", such as "users:add".`,
    )
  }
  return {
    run: (execute) => ({ name, summary, words, options: options ?? {}, execute }),
  }
}

const grammar = /^[a-z][a-z0-9]*(?:[:-][a-z0-9]+)*$/
