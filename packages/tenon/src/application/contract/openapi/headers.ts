import type { Bindings } from '../../../web/binding/binding.ts'
import { isHeader } from '../../../web/binding/header.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import type { Parameter } from './request-schema.ts'

/** Headers of a response by name (OpenAPI, section 4.8.21). */
export type Headers = Readonly<Record<string, object>>

/** The headers that a handler binds. */
export function toHeaderParameters(bindings: Bindings): readonly Parameter[] {
  return Object.values(bindings)
    .filter(isHeader)
    .map(({ header }) => ({
      name: header,
      in: 'header',
      required: false,
      schema: { type: 'string' },
    }))
}

/** Whether a handler binds a header. */
export function bindsHeader(bindings: Bindings, name: string): boolean {
  return Object.values(bindings).some(
    (binding) => isHeader(binding) && binding.header.toLowerCase() === name,
  )
}

/** Whether a route is deprecated. */
export function isDeprecated({ middlewares }: ListedRoute): boolean {
  return middlewares.some(({ deprecates }) => deprecates !== undefined)
}

/** Adds the headers that each declared response may have. */
export function withHeaders(
  responses: Readonly<Record<string, object>>,
  route: ListedRoute,
  bindings: Bindings,
): Readonly<Record<string, object>> {
  const isConditional =
    '304' in responses ||
    bindsHeader(bindings, 'if-match') ||
    bindsHeader(bindings, 'if-none-match')
  const always = toDeprecationHeaders(route)
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const headers = { ...toStatedHeaders(Number(status), isConditional), ...always }
      return [status, Object.keys(headers).length === 0 ? response : { ...response, headers }]
    }),
  )
}

function toStatedHeaders(status: number, isConditional: boolean): Headers {
  const hasVersion = isConditional && (status === 304 || (status >= 200 && status < 300))
  const isRedirect = status >= 300 && status < 400 && status !== 304
  return {
    ...(hasVersion ? etag : {}),
    ...(status === 201 ? toLocation('Where it is.') : {}),
    ...(isRedirect ? toLocation('Where to go.', { required: true }) : {}),
  }
}

function toDeprecationHeaders({ middlewares }: ListedRoute): Headers {
  const all = middlewares.flatMap(({ deprecates = [] }) => deprecates)
  return {
    ...(all.length > 0 ? deprecation : {}),
    ...(all.some((each) => each.sunset !== undefined) ? sunset : {}),
  }
}

/** The headers of refused requests, by status. */
export const refusalHeaders: Readonly<Record<number, Headers>> = {
  401: {
    'WWW-Authenticate': {
      description: 'The scheme of the credentials.',
      required: true,
      schema: { type: 'string' },
    },
  },
  429: retryAfter('How many seconds to wait.'),
  503: retryAfter('How many seconds to wait. Missing if the change may have been made.'),
}

function retryAfter(description: string): Headers {
  return { 'Retry-After': { description, schema: { type: 'integer', minimum: 0 } } }
}

const etag: Headers = {
  ETag: { description: 'The version of the response.', schema: { type: 'string' } },
}

function toLocation(description: string, rest: { readonly required?: true } = {}): Headers {
  const schema = { type: 'string', format: 'uri-reference' }
  return { Location: { description, ...rest, schema } }
}

const deprecation: Headers = {
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745).',
    schema: { type: 'string', pattern: String.raw`^@\d+$` },
  },
}

const sunset: Headers = {
  Sunset: {
    description: 'When the operation is removed (RFC 8594).',
    schema: { type: 'string' },
  },
}
