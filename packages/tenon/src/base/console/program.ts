import type { Command } from './command.ts'

/** The commands that a binary can run: an application's, or those of `tenon`. */
export interface Program<Context> {
  /** The words that call it: `tenon`, `node main.ts`. */
  readonly name: string
  /** Text for `help` after the line that shows how to call the program. */
  readonly about?: string
  /** The output of `--version`. */
  readonly version: string
  readonly commands: readonly Command<Context>[]
  /** The command to run when none is given. */
  readonly defaultName: string
  /** Says where to find a command that only another program has; `undefined` if none has it. */
  readonly describeElsewhere?: (name: string) => Promise<string | undefined>
}
