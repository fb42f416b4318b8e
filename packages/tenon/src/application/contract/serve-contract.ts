import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Log } from '../../base/log/log.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { assertExamples } from './assert-examples.ts'
import { writeOpenApi, type OpenApiOptions } from './openapi/document.ts'
import { serveOpenApi } from './openapi/serve-document.ts'
import { serveTools, type McpParts } from './tools/mcp-endpoint.ts'

/** What is served about the routes, besides the routes themselves. */
export interface ContractParts extends Omit<McpParts, 'title' | 'version'> {
  readonly openapi: OpenApiOptions | undefined
  readonly isProduction: boolean
  readonly log: Log
}

/** Answers the requests for some paths; `undefined` passes to the routes. */
type AnswerPaths = (request: HttpRequest) => MaybePromise<Reply> | undefined

/**
 * Answers the paths of the OpenAPI document and of the tools; `undefined` if there is neither, so that
 * requests do not pay for it. Throws `E_EXAMPLE` and `E_TOOL`.
 */
export function serveContract(parts: ContractParts): AnswerPaths | undefined {
  const { openapi, routes, isProduction } = parts
  assertExamples(routes)
  if (openapi !== undefined && !isProduction) tellProblems(parts, openapi)
  const { title = 'Application', version = '1.0.0' } = openapi ?? {}
  const answerOpenApi = serveOpenApi(routes, openapi)
  const answerTools = serveTools({ ...parts, title, version })
  if (answerOpenApi === undefined || answerTools === undefined) return answerOpenApi ?? answerTools
  return (request) => answerOpenApi(request) ?? answerTools(request)
}

/** Says what the document leaves open, so that it is noticed before others rely on it. */
function tellProblems({ routes, log }: ContractParts, openapi: OpenApiOptions): void {
  for (const problem of writeOpenApi(routes, openapi).problems) log.warn(`OpenAPI: ${problem}`)
}
