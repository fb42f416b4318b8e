import type { ListedRoute, RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { toErrorParts, type ErrorFormat, type ErrorOptions } from './error-responses.ts'
import { Components } from './json-schema.ts'
import { OperationIds } from './operation-ids.ts'
import { toOperation, type Operation } from './operation.ts'
import type { Parameter } from './request-schema.ts'
import { toSecuritySchemes, type SecurityRequirement } from './security.ts'

/** What an OpenAPI document says about the application, besides its routes. */
export interface OpenApiOptions {
  readonly title: string
  /** The version of the API, such as `1.4.0`. */
  readonly version: string
  /** Markdown. Default: none. */
  readonly description?: string
  /** Where the API is served. Default: where the document was loaded from, below the path of `APP_URL`. */
  readonly servers?: ReadonlyArray<{ readonly url: string; readonly description?: string }>
  /** The path that serves the document, or `false`. Default `/openapi.json`. */
  readonly path?: `/${string}` | false
  /** The format of errors that `renderError` writes. Default: any JSON; without `renderError`, Tenon's own errors. */
  readonly errors?: ErrorFormat
  /**
   * Further documents by name, each of the routes below a path: `{ v1: { prefix: '/api/v1' } }`. The commands `openapi`
   * and `client` take the name. Default: none.
   */
  readonly documents?: Readonly<Record<string, PartOptions>>
}

/** What a document of some of the routes says; the rest is as in the document of all routes. */
export interface PartOptions extends Pick<
  Partial<OpenApiOptions>,
  'title' | 'version' | 'description' | 'servers'
> {
  /** The path of the group, with those of the groups around it, such as `/api/v1`. */
  readonly prefix: `/${string}`
  /** The path that serves the document, or `false`. Default: `openapi.json` below the prefix. */
  readonly path?: `/${string}` | false
}

/** The options of a document, and other options of the application that it depends on. */
export type DocumentOptions = OpenApiOptions & ErrorOptions & { readonly base?: string }

/** The options of a document for an application, which may have no option `openapi`. */
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

/** An OpenAPI document, and what it cannot express. */
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
    const method = route.method.toLowerCase()
    const own = toTemplate(route)
    const known = Object.keys(paths).find((path) => toShape(path) === toShape(own)) ?? own
    // The same method twice is a parameter beside a wildcard. To the router, these are two paths.
    const path = paths[known]?.[method] === undefined ? known : own
    const renamed = path === own ? operation : withNames(operation, own, path)
    paths[path] = { ...paths[path], [method]: renamed }
  }
  return paths
}

/** Two templates with differently named parameters in the same places are the same path (section 4.8.8). */
export function toShape(path: string): string {
  return path.replaceAll(parameter, '{}')
}

/** The operation with its parameters renamed to those of another template of the same path. */
function withNames(operation: Operation, from: string, to: string): Operation {
  const names: readonly string[] = from.match(parameter) ?? []
  const others: readonly string[] = to.match(parameter) ?? []
  // Sound: `toOperation` has written them.
  const parameters = (operation['parameters'] ?? []) as readonly Parameter[]
  return {
    ...operation,
    parameters: parameters.map((each) => {
      const place = each['in'] === 'path' ? names.indexOf(`{${String(each['name'])}}`) : -1
      return place === -1 ? each : { ...each, name: others[place]?.slice(1, -1) }
    }),
  }
}

const parameter = /\{\w+\}/g

function toRequirements(paths: Paths): readonly SecurityRequirement[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  // Sound: `toOperation` has written them.
  return operations.flatMap(({ security = [] }) => security as readonly SecurityRequirement[])
}

/** In OpenAPI, a template names its parameters without columns and wildcards: `{post:slug}`, `{path*}`. */
export function toTemplate({ pattern }: ListedRoute): string {
  const segments = pattern.segments.map((each) =>
    each.kind === 'fixed' ? each.text : `{${each.name}}`,
  )
  return `/${segments.join('/')}`
}
