import type { ListedRoute, RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { toErrorParts, type ErrorFormat, type ErrorOptions } from './error-responses.ts'
import { Components } from './json-schema.ts'
import { OperationIds } from './operation-ids.ts'
import { toOperation, type Operation } from './operation.ts'
import { toSecuritySchemes, type SecurityRequirement } from './security.ts'

/** What an OpenAPI document says of the application, besides its routes. */
export interface OpenApiOptions {
  readonly title: string
  /** The version of the interface, such as `1.4.0`. */
  readonly version: string
  /** Markdown. Default: none. */
  readonly description?: string
  /** Where the interface is served. Default: where the document was loaded from, below the path of `APP_URL`. */
  readonly servers?: ReadonlyArray<{ readonly url: string; readonly description?: string }>
  /** The path that serves the document, or `false`. Default `/openapi.json`. */
  readonly path?: `/${string}` | false
  /** What `renderError` answers. Default: any JSON, or the errors of Tenon without `renderError`. */
  readonly errors?: ErrorFormat
}

/** The options of a document, and what else of the application it depends on. */
export type DocumentOptions = OpenApiOptions & ErrorOptions & { readonly base?: string }

/** What a document says of an application, which may have no `openapi` of its own. */
export function toDocumentOptions({
  openapi = { title: 'Application', version: '1.0.0' },
  renderError,
}: DocumentedApplication): DocumentOptions {
  return { ...openapi, hasOwnErrors: renderError !== undefined }
}

/** The options of an application on which its document depends. */
export interface DocumentedApplication {
  readonly openapi?: OpenApiOptions
  readonly renderError?: unknown
}

/** An OpenAPI document, and what it could not say. */
export interface WrittenDocument {
  readonly document: Readonly<Record<string, unknown>>
  readonly problems: readonly string[]
}

/**
 * Writes the OpenAPI 3.1 document of all routes whose handlers declare their responses
 * (https://spec.openapis.org/oas/v3.1.1).
 */
export function writeOpenApi(
  { routes }: RouteList<RouteEntry>,
  options: DocumentOptions,
): WrittenDocument {
  const { title, version, description, base = '' } = options
  const { servers = base === '' ? undefined : [{ url: base }] } = options
  const components = new Components()
  const paths = toPaths(routes, components)
  const errors = toErrorParts(paths, components, options)
  const document = {
    openapi: '3.1.1',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    ...(servers === undefined ? {} : { servers }),
    paths,
    components: {
      schemas: { ...components.usedBy({ paths, ...errors }), ...errors.schemas },
      responses: errors.responses,
      ...toSecuritySchemes(toRequirements(paths), base),
    },
  }
  return { document, problems: components.problems }
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

function toPaths(routes: readonly ListedRoute[], components: Components): Paths {
  const paths: Record<string, Record<string, Operation>> = {}
  const ids = new OperationIds(routes)
  for (const route of routes) {
    const operation = toOperation(route, { id: ids.of(route), components })
    if (operation === undefined) continue
    if (route.method === 'ANY') {
      components.tell(`${route.pattern.path}: any() has no method of its own, so it is left out.`)
      continue
    }
    const path = toTemplate(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return paths
}

function toRequirements(paths: Paths): readonly SecurityRequirement[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  // Sound: `toOperation` has written them.
  return operations.flatMap(({ security = [] }) => security as readonly SecurityRequirement[])
}

/** A template of OpenAPI names its parameters without columns: `{post:slug}`, `{path*}`. */
function toTemplate({ pattern }: ListedRoute): string {
  const segments = pattern.segments.map((each) =>
    each.kind === 'fixed' ? each.text : `{${each.name}}`,
  )
  return `/${segments.join('/')}`
}
