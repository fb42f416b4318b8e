import { exitCode, type Command } from '../../../base/console/command.ts'
import type { CommandLine } from '../command-line.ts'

export const mcp: Command<CommandLine> = {
  name: 'mcp',
  summary: 'Serve tools for coding agents over standard input and output',
  async run({ root }) {
    const { serveMcp } = await import('./serve-mcp.ts')
    await serveMcp(root)
    return exitCode.ok
  },
}
