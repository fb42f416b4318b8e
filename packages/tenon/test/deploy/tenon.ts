// The command `tenon`, from its sources.
import { runCli } from '../../src/cli/main.ts'

await runCli(process.argv.slice(2))
