import type * as protocol from '@modelcontextprotocol/server'
import type * as stdio from '@modelcontextprotocol/server/stdio'
import { SetupError } from '../../../base/support/setup-error.ts'
import { version } from '../../../base/support/packages/version.ts'
import { toDeveloperTools, type DeveloperTool } from './developer-tools.ts'
import { loadDevelopmentSettings } from '../../development/development-settings.ts'

/**
 * Serves tools for agents that develop the application, over standard input and output, until the agent closes the
 * connection (https://modelcontextprotocol.io). Throws `E_TOOL` if the package is missing, and
 * `E_DEVELOPMENT_ENVIRONMENT` in production.
 */
export async function serveMcp(root: string): Promise<void> {
  const tools = toDeveloperTools(root, loadDevelopmentSettings())
  const { Server, serveStdio } = await loadProtocol()
  const ended = Promise.withResolvers<void>()
  const connection = serveStdio(() => {
    const server = new Server({ name: 'tenon', version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(toListed) }))
    server.setRequestHandler('tools/call', ({ params }) =>
      call(tools, params.name, params.arguments ?? {}),
    )
    return server
  })
  process.stdin.once('end', () => ended.resolve())
  await ended.promise
  await connection.close()
}

function toListed({ name, description, inputs }: DeveloperTool) {
  const names = Object.entries(inputs).map(([key, text]) => ({
    key: key.replace('?', ''),
    isRequired: !key.endsWith('?'),
    text,
  }))
  const properties = Object.fromEntries(
    names.map(({ key, text }) => [key, { type: 'string' as const, description: text }]),
  )
  const required = names.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties, required },
    annotations: { readOnlyHint: name !== 'test' },
  }
}

async function call(
  tools: readonly DeveloperTool[],
  name: string,
  input: Readonly<Record<string, unknown>>,
) {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) return toResult(`There is no tool "${name}".`, true)
  const texts = Object.entries(input).map(([key, value]) => [key, String(value)])
  try {
    const { output, isError } = await tool.run(Object.fromEntries(texts))
    return toResult(output, isError)
  } catch (error) {
    return toResult(String(error), true)
  }
}

function toResult(text: string, isError: boolean) {
  return { content: [{ type: 'text' as const, text: text === '' ? 'Done.' : text }], isError }
}

async function loadProtocol(): Promise<typeof protocol & typeof stdio> {
  try {
    return {
      ...(await import('@modelcontextprotocol/server')),
      ...(await import('@modelcontextprotocol/server/stdio')),
    }
  } catch (error) {
    throw new SetupError(
      'E_TOOL',
      'tenon mcp needs the package @modelcontextprotocol/server. Run "npm install --save-dev @modelcontextprotocol/server".',
      { cause: error },
    )
  }
}
