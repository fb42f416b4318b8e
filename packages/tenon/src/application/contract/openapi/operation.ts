import { type Bindings, type Declared, isModel } from '../../../web/binding/binding.ts'
import { describeAnswers } from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import { bindsHeader, isDeprecated, toHeaderParameters, withHeaders } from './headers.ts'
import type { Writing } from './answer-schema.ts'
import type { Components } from './json-schema.ts'
import { identifies, toSecurity } from './security.ts'
import { toResponse } from './response.ts'
import {
  isBody,
  isQuery,
  toPathParameters,
  toQueryParameters,
  toRequestBody,
} from './request-schema.ts'

/** How a program calls a route: an Operation Object of OpenAPI. */
export type Operation = Readonly<Record<string, unknown>>

/** The values with which an operation is written. */
interface OperationParts {
  /** An id that is unique in the document. */
  readonly id: string
  readonly components: Components
}

/** Describes a route whose handler declares its responses; `undefined` for other routes. */
export function toOperation(
  route: ListedRoute,
  { id, components }: OperationParts,
): Operation | undefined {
  const { handler } = route
  if (!(handler instanceof BoundHandler) || handler.answers === undefined) return undefined
  const writing: Writing = { place: toTitle(route), components }
  const bindings = toBindings(handler.bindings)
  const parameters = [
    ...toPathParameters(route, bindings, writing),
    ...toQueryParameters(bindings, writing),
    ...toHeaderParameters(bindings),
  ]
  const requestBody = toRequestBody(bindings, route.description?.example, writing)
  const summary = route.description?.summary ?? route.tool
  const security = toSecurity(route, bindings, components)
  const stated = Object.fromEntries(
    [...describeAnswers(handler.answers.stated)].map(([status, description]) => [
      status,
      toResponse(status, description, writing),
    ]),
  )
  return {
    operationId: id,
    ...(summary === undefined ? {} : { summary }),
    ...toTags(route),
    ...(isDeprecated(route) ? { deprecated: true } : {}),
    ...(security === undefined ? {} : { security }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...Object.fromEntries(
        toRefusals(route, bindings).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
      // Put these last: the declared responses are more precise than those derived from the route's parts.
      ...withHeaders(stated, route, bindings),
    },
  }
}

/** The declared tag, or the first segment of the path after prefixes of APIs such as `api` and `v1`. */
function toTags({ description, pattern }: ListedRoute): { readonly tags?: readonly string[] } {
  const words = pattern.segments.flatMap((each) => (each.kind === 'fixed' ? [each.text] : []))
  const tag = description?.tag ?? words.find((word) => !isPrefix.test(word)) ?? words[0]
  return tag === undefined ? {} : { tags: [tag] }
}

const isPrefix = /^(?:api|v\d+(?:\.\d+)*)$/i

/** Sound: a handler with any other binding does not boot. */
function toBindings(declared: Declared): Bindings {
  return declared as Bindings
}

/** The statuses with which a route may refuse requests, derived from its path, its bindings and its middleware. */
export function toRefusals(
  { method, pattern, allowsCrossOrigin, middlewares, access }: ListedRoute,
  bindings: Bindings,
): readonly number[] {
  const all = Object.values(bindings)
  const hasBody = all.some(isBody)
  const isUnsafe = !safe.has(method)
  const hasQuery = all.some(isQuery)
  // The text in a path, a query or a body may be malformed.
  const isParsed = hasBody || hasQuery || pattern.parameterNames.length > 0
  const statuses = [
    ...(isParsed ? [400] : []),
    ...(middlewares.some(identifies) ? [401] : []),
    ...((isUnsafe && !allowsCrossOrigin) || access.some(({ kind }) => kind === 'can') ? [403] : []),
    ...(all.some(isModel) ? [404] : []),
    // A write may violate a constraint of the database, or may be based on an older version.
    ...(isUnsafe ? [409, 413] : []),
    ...(bindsHeader(bindings, 'if-match') ? [412] : []),
    ...(hasBody ? [415] : []),
    ...(hasBody || hasQuery ? [422] : []),
    ...middlewares.flatMap(({ refuses = [] }) => refuses),
    ...all.flatMap((binding) => ('refuses' in binding ? (binding.refuses ?? []) : [])),
    503,
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
