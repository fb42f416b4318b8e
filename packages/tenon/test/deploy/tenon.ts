// The command `tenon`, run from its sources.
import { runCli } from '../../src/application/cli/main.ts'

await runCli(process.argv.slice(2))
