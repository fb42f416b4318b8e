import { keepHeapSmall } from '../../application/config/environment.ts'

/** Runs the `tenon` command, with which applications are developed. */
export async function runCli(argv: readonly string[]): Promise<void> {
  // Do this first: loading the commands makes the heap grow for good.
  if (argv[0] === 'dev') keepHeapSmall()
  const { runCommands } = await import('./commands.ts')
  await runCommands(argv)
}
