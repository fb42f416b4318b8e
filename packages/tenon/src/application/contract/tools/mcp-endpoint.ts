/** `POST /mcp`: the routes that say `.tool()`, for agents (Model Context Protocol, streamable HTTP). */
import { randomUUID } from 'node:crypto'
import type * as mcp from '@modelcontextprotocol/server'
import { Forbidden } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { toReply } from '../../../web/http/to-reply.ts'
import { builtIn, type BuiltIn } from '../../../web/routing/matching/built-in.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import type { Dispatch } from '../../../web/server/responder.ts'
import { callTool } from './call-tool.ts'
import { RunningCalls } from './running-calls.ts'
import { toTools, type Tool } from './tool.ts'

/** The parts of the application that the endpoint needs. */
export interface McpParts {
  readonly routes: RouteList<RouteEntry>
  /** The application's name, as agents see it. */
  readonly title: string
  readonly version: string
  readonly dispatch: Dispatch
  readonly isCrossOrigin: (request: HttpRequest) => boolean
}

/** The methods that change or delete existing data; POST only adds. */
const overwriting: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** Serves `/mcp` if a route is a tool. Throws `E_TOOL` for a route that cannot be a tool. */
export function serveTools(parts: McpParts): readonly BuiltIn[] {
  const tools = toTools(parts.routes)
  if (tools.length === 0) return []
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const served = { ...parts, tools: byName, running: new RunningCalls() }
  return [builtIn(path, owner, (request) => answer(request, served), { staysUp: false })]
}

const path = '/mcp'
const owner = 'the tools for agents. Move the route.'

interface Served extends McpParts {
  readonly tools: ReadonlyMap<string, Tool>
  readonly running: RunningCalls
}

async function answer(
  request: HttpRequest,
  { title, version, dispatch, isCrossOrigin, tools, running }: Served,
): Promise<Reply> {
  if (isCrossOrigin(request)) throw new Forbidden('Another site sent this request')
  const { createMcpHandler, Server } = await loadProtocol()
  const session = request.header(sessionHeader) ?? randomUUID()
  let cancelsByNotification = false
  const handler = createMcpHandler(({ era }) => {
    cancelsByNotification = era === 'legacy'
    const server = new Server({ name: title, version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(toListed) }))
    server.setNotificationHandler('notifications/cancelled', ({ params }) => {
      if (params.requestId !== undefined) running.cancel(session, params.requestId)
    })
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const tool = tools.get(params.name)
      if (tool === undefined) {
        return {
          content: [{ type: 'text', text: `There is no tool "${params.name}".` }],
          isError: true,
        }
      }
      return running.run(session, mcpReq.id, (signal) =>
        callTool(tool, params.arguments ?? {}, { request, dispatch, signal }),
      )
    })
    return server
  })
  const reply = toReply(await handler.fetch(request.web()), () => path)
  return cancelsByNotification ? reply.header(sessionHeader, session) : reply
}

/**
 * In versions of the protocol before 2026-07-28, clients cancel a call with another request instead of closing the
 * connection. They repeat this header, so that they can cancel only their own calls.
 */
const sessionHeader = 'mcp-session-id'

/** A tool as agents see it, with hints derived from its method. */
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
 * Loads the official SDK if any route is a tool, so that a missing package is found before the first request. Throws
 * `E_TOOL` if it is not installed.
 */
export async function assertToolsServable({ routes }: RouteList<RouteEntry>): Promise<void> {
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
