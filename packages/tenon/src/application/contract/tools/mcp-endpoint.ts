/** `POST /mcp`: the routes that say `.tool()`, for agents (Model Context Protocol, streamable HTTP). */
import type * as mcp from '@modelcontextprotocol/server'
import { Forbidden } from '../../../base/support/http-error.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { toReply } from '../../../web/http/to-reply.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { Entry } from '../../../web/routing/types/entry.ts'
import { callTool, type Dispatch } from './call-tool.ts'
import { toTools, type Tool } from './tool.ts'

/** What the endpoint needs of the application. */
export interface McpParts {
  readonly routes: RouteList<Entry>
  /** What agents are told that they talk to. */
  readonly title: string
  readonly version: string
  readonly dispatch: Dispatch
  readonly isCrossOrigin: (request: HttpRequest) => boolean
}

export const path = '/mcp'

/** The methods that change or delete what is there; POST adds. */
const overwriting: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/**
 * Answers `/mcp`, and `undefined` for other paths; `undefined` if no route is a tool. Throws `E_TOOL` for
 * one that cannot be.
 */
export function serveTools(
  parts: McpParts,
): ((request: HttpRequest) => MaybePromise<Reply> | undefined) | undefined {
  const tools = toTools(parts.routes)
  if (tools.length === 0) return undefined
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return (request) => (request.path() === path ? answer(request, byName, parts) : undefined)
}

async function answer(
  request: HttpRequest,
  tools: ReadonlyMap<string, Tool>,
  { title, version, dispatch, isCrossOrigin }: McpParts,
): Promise<Reply> {
  if (isCrossOrigin(request)) throw new Forbidden('Another site sent this request')
  const { createMcpHandler, Server } = await loadProtocol()
  const handler = createMcpHandler(() => {
    const server = new Server({ name: title, version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(toListed) }))
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = tools.get(params.name)
      if (tool === undefined) {
        return {
          content: [{ type: 'text', text: `There is no tool "${params.name}".` }],
          isError: true,
        }
      }
      return callTool(tool, params.arguments ?? {}, request, dispatch)
    })
    return server
  })
  return toReply(await handler.fetch(request.web()), () => path)
}

/** A tool as agents see it, with hints that follow from its method. */
function toListed({ name, description, route, inputSchema, outputSchema }: Tool) {
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: {
      readOnlyHint: route.method === 'GET',
      destructiveHint: overwriting.has(route.method),
      idempotentHint: route.method === 'PUT' || route.method === 'DELETE',
    },
  }
}

/**
 * Loads the official SDK if any route is a tool, so that a missing package is found before the first
 * request. Throws `E_TOOL`.
 */
export async function assertToolsServable({ routes }: RouteList<Entry>): Promise<void> {
  if (routes.some(({ tool }) => tool !== undefined)) await loadProtocol()
}

async function loadProtocol(): Promise<typeof mcp> {
  try {
    return await import('@modelcontextprotocol/server')
  } catch (error) {
    throw new SetupError(
      'E_TOOL',
      'A route says .tool(), which needs the package @modelcontextprotocol/server. Run "npm install ' +
        '@modelcontextprotocol/server" where you build the application and build again.',
      { cause: error },
    )
  }
}
