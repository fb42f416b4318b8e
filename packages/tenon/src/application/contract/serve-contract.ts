import { SetupError } from '../../base/support/setup-error.ts'
import type { Log } from '../../base/log/log.ts'
import type { BuiltIn } from '../../web/routing/matching/built-in.ts'
import { assertExamples } from './assert-examples.ts'
import { toDocumentOptions, writeOpenApi, type DocumentedApplication } from './openapi/document.ts'
import { toDocuments, type ApplicationDocument } from './documents.ts'
import { serveDocuments } from './serve-document.ts'
import { serveTools, type McpParts } from './tools/mcp-endpoint.ts'

/** The parts from which the contract is served. */
export interface ContractParts extends Omit<McpParts, 'title' | 'version'> {
  readonly application: DocumentedApplication
  /** The path of `APP_URL`; usually empty. */
  readonly base: string
  readonly isProduction: boolean
  readonly log: Log
}

/**
 * Serves the OpenAPI documents and the tools, if there are any. Throws `E_EXAMPLE`, `E_OPENAPI` and
 * `E_TOOL`.
 */
export function serveContract(parts: ContractParts): readonly BuiltIn[] {
  const { application, routes, base, isProduction } = parts
  assertExamples(routes)
  const { title, version, errors, hasOwnErrors } = toDocumentOptions(application)
  if (errors !== undefined && hasOwnErrors !== true) throw unwritten()
  const documents = toDocuments({ ...application, routes }).map(({ options, ...document }) => ({
    ...document,
    options: { ...options, base },
  }))
  const [whole] = documents
  const isServed = application.openapi !== undefined
  if (isServed && whole !== undefined && !isProduction) tellProblems(parts, whole)
  return [
    ...(isServed ? serveDocuments(documents) : []),
    ...serveTools({ ...parts, title, version }),
  ]
}

function unwritten(): SetupError {
  return new SetupError(
    'E_OPENAPI',
    'openapi: { errors } says how the application writes its errors, but there is no renderError() that does. ' +
      'Pass application({ renderError }), or remove it.',
  )
}

/** Logs the gaps of the document, so that you notice them before others rely on it. */
function tellProblems({ log }: ContractParts, { routes, options }: ApplicationDocument): void {
  for (const problem of writeOpenApi(routes, options).problems) log.warn(`OpenAPI: ${problem}`)
}
