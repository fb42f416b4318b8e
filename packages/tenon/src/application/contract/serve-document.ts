import { json } from '../../web/http/replies.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { once } from '../../base/support/once.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { writeOpenApi, type OpenApiOptions } from './openapi/document.ts'
import { toDocuments, type ApplicationDocument, type RoutedApplication } from './documents.ts'

/** Serves these documents. Throws `E_OPENAPI` for two at the same path. */
export function serveDocuments(documents: readonly ApplicationDocument[]): readonly BuiltIn[] {
  const paths = documents.flatMap(({ options }) => toDocumentPath(options) ?? [])
  const twice = paths.find((path, i) => paths.indexOf(path) < i)
  if (twice !== undefined) throw servedTwice(twice)
  return documents.flatMap(serveOpenApi)
}

function servedTwice(path: string): SetupError {
  return new SetupError(
    'E_OPENAPI',
    `Two OpenAPI documents are served at "${path}". Set the path of one of them in openapi: { documents }.`,
  )
}

/** Serves a document, unless its options turn it off. It is written on the first request. */
function serveOpenApi({ routes, options }: ApplicationDocument): readonly BuiltIn[] {
  const path = toDocumentPath(options)
  if (path === undefined) return []
  const write = once(() => json<unknown>(writeOpenApi(routes, options).document))
  return [builtIn(path, owner, write, { method: 'GET', staysUp: false })]
}

/** The path that serves the document; `undefined` if none does. */
export function toDocumentPath(options: OpenApiOptions | undefined): string | undefined {
  if (options === undefined || options.path === false) return undefined
  return options.path ?? '/openapi.json'
}

/** The paths of all documents that an application serves. */
export function toDocumentPaths(application: RoutedApplication): ReadonlySet<string> {
  if (application.openapi === undefined) return new Set()
  return new Set(toDocuments(application).flatMap(({ options }) => toDocumentPath(options) ?? []))
}

const owner = 'the OpenAPI document. Set openapi: { path }, or move the route.'
