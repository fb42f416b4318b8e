import { keepHeapSmall } from '../../application/config/environment.ts'

/** Runs the `tenon` command, which has the commands for developing an application. */
export async function runCli(argv: readonly string[]): Promise<void> {
  // First, because loading the commands makes it grow for good.
  if (argv[0] === 'dev') keepHeapSmall()
  const { runCommands } = await import('./commands.ts')
  await runCommands(argv)
}
