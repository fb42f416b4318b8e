import type { Command } from './command.ts'

/** The commands that a binary can run: an application's, or those of `tenon`. */
export interface Program<Context> {
  /** How to call it: the first lines of `help`. */
  readonly usage: string
  /** The output of `--version`. */
  readonly version: string
  readonly commands: readonly Command<Context>[]
  /** The command to run when none is given. */
  readonly defaultName: string
}
