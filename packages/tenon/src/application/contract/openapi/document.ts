import type { ListedRoute, RouteList } from '../../../web/routing/route-list.ts'
import type { Entry } from '../../../web/routing/types/entry.ts'
import { Components, toObject, type JsonSchema } from './json-schema.ts'
import { OperationIds } from './operation-ids.ts'
import { toOperation, type Operation } from './operation.ts'
import { toPhrase } from './response.ts'
import { toSecuritySchemes, type SecurityRequirement } from './security.ts'

/** What an OpenAPI document says of the application, besides its routes. */
export interface OpenApiOptions {
  readonly title: string
  /** The version of the interface, such as `1.4.0`. */
  readonly version: string
  /** Markdown. Default: none. */
  readonly description?: string
  /** Where the interface is served. Default: where the document was loaded from. */
  readonly servers?: ReadonlyArray<{ readonly url: string; readonly description?: string }>
  /** The path that serves the document, or `false`. Default `/openapi.json`. */
  readonly path?: `/${string}` | false
}

/** An OpenAPI document, and what it could not say. */
export interface WrittenDocument {
  readonly document: Readonly<Record<string, unknown>>
  readonly problems: readonly string[]
}

/**
 * Writes the OpenAPI 3.1 document of all routes whose handlers state what they answer
 * (https://spec.openapis.org/oas/v3.1.1).
 */
export function writeOpenApi(
  { routes }: RouteList<Entry>,
  { title, version, description, servers }: OpenApiOptions,
): WrittenDocument {
  const components = new Components()
  const paths = toPaths(routes, components)
  const names = { error: components.free('Error'), invalid: components.free('ValidationError') }
  const document = {
    openapi: '3.1.1',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    ...(servers === undefined ? {} : { servers }),
    paths,
    components: {
      schemas: { ...components.schemas, [names.error]: error, [names.invalid]: invalid },
      responses: toResponses(paths, names),
      ...toSecuritySchemes(toRequirements(paths)),
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

/** The body of a refused request. */
const error: JsonSchema = {
  ...toObject({ message: { type: 'string' } }),
  properties: {
    message: { type: 'string' },
    requestId: {
      type: 'string',
      description: 'Identifies the request in the log of the server.',
    },
  },
}

/** The body of a request that was refused for its input. */
const invalid: JsonSchema = toObject({
  message: { type: 'string' },
  errors: {
    type: 'object',
    description: 'The first message of each field; nested fields have dotted names.',
    additionalProperties: { type: 'string' },
  },
})

/** The names of the schemas of refused requests: a model may have the name that comes first to mind. */
interface ErrorNames {
  readonly error: string
  readonly invalid: string
}

/** The responses of refused requests, as far as an operation refers to them. */
function toResponses(paths: Paths, names: ErrorNames): Readonly<Record<string, object>> {
  const references = JSON.stringify(paths).matchAll(/"#\/components\/responses\/(\d+)"/g)
  const statuses = new Set([...references].map(([, status]) => Number(status)))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const schema = {
        $ref: `#/components/schemas/${status === 422 ? names.invalid : names.error}`,
      }
      const content = { 'application/json': { schema } }
      return [status, { description: toPhrase(status), content }]
    }),
  )
}
