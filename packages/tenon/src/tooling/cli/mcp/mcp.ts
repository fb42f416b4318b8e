import { exitCode, type Command } from '../../../base/console/command.ts'
import type { Workplace } from '../workplace.ts'

export const mcp: Command<Workplace> = {
  name: 'mcp',
  summary: 'Serve tools for coding agents over standard input and output',
  async run({ root }) {
    const { serveMcp } = await import('./serve-mcp.ts')
    await serveMcp(root)
    return exitCode.ok
  },
}
