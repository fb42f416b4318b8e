import { SetupError } from '../../base/support/setup-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Log } from '../../base/log/log.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toTitle, type ListedRoute } from '../../web/routing/route-list.ts'
import { assertExamples } from './assert-examples.ts'
import {
  toDocumentOptions,
  writeOpenApi,
  type DocumentedApplication,
  type DocumentOptions,
} from './openapi/document.ts'
import { defaultPath, serveOpenApi } from './openapi/serve-document.ts'
import { path as toolsPath, serveTools, type McpParts } from './tools/mcp-endpoint.ts'

/** What is served about the routes, besides the routes themselves. */
export interface ContractParts extends Omit<McpParts, 'title' | 'version'> {
  readonly application: DocumentedApplication
  readonly isProduction: boolean
  readonly log: Log
}

/** Answers the requests for some paths; `undefined` passes to the routes. */
type AnswerPaths = (request: HttpRequest) => MaybePromise<Reply> | undefined

/**
 * Answers the paths of the OpenAPI document and of the tools; `undefined` if there is neither, so that
 * requests do not pay for it. Throws `E_EXAMPLE`, `E_OPENAPI`, `E_ROUTE_TAKEN` and `E_TOOL`.
 */
export function serveContract(parts: ContractParts): AnswerPaths | undefined {
  const { application, routes, isProduction } = parts
  assertExamples(routes)
  const options = toDocumentOptions(application)
  const { title, version, errors, hasOwnErrors } = options
  if (errors !== undefined && hasOwnErrors !== true) throw unwritten()
  if (application.openapi !== undefined && !isProduction) tellProblems(parts, options)
  const answerOpenApi = serveOpenApi(routes, application.openapi && options)
  const answerTools = serveTools({ ...parts, title, version })
  if (answerOpenApi !== undefined) {
    const read = routes.routes.filter(({ method }) => reading.has(method))
    assertFree(
      read,
      options.path || defaultPath,
      'OpenAPI document. Set openapi: { path }, or move the route.',
    )
  }
  if (answerTools !== undefined) {
    assertFree(routes.routes, toolsPath, 'tools for agents. Move the route.')
  }
  if (answerOpenApi === undefined || answerTools === undefined) return answerOpenApi ?? answerTools
  return (request) => answerOpenApi(request) ?? answerTools(request)
}

function unwritten(): SetupError {
  return new SetupError(
    'E_OPENAPI',
    'openapi: { errors } says how the application writes its errors, but there is no renderError() that does. ' +
      'Pass application({ renderError }), or remove it.',
  )
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'ANY'])

/** Throws `E_ROUTE_TAKEN` for a route that no request would reach. */
function assertFree(routes: readonly ListedRoute[], path: string, owner: string): void {
  const shadowed = routes.find(({ pattern }) => pattern.path === path)
  if (shadowed === undefined) return
  throw new SetupError(
    'E_ROUTE_TAKEN',
    `The route ${toTitle(shadowed)} (${shadowed.place.location}) is at the path of the ${owner}`,
  )
}

/** Says what the document leaves open, so that it is noticed before others rely on it. */
function tellProblems({ routes, log }: ContractParts, options: DocumentOptions): void {
  for (const problem of writeOpenApi(routes, options).problems) log.warn(`OpenAPI: ${problem}`)
}
