/** The `tenon` command, from its sources. */
import { runCli } from '../../src/tooling/cli/main.ts'

await runCli(process.argv.slice(2))
