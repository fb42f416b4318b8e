import type { Bindings, Declared } from '../../../web/binding/binding.ts'
import { isModel } from '../../../web/binding/binding.ts'
import { describeAnswers } from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import { toAnswerSchema, type Writing } from './answer-schema.ts'
import { bindsHeader, isDeprecated, toHeaderParameters, withHeaders } from './headers.ts'
import type { Components } from './json-schema.ts'
import { identifies, toSecurity } from './security.ts'
import {
  isBody,
  isQuery,
  toPathParameters,
  toQueryParameters,
  toRequestBody,
} from './request-schema.ts'

/** What one route is to a program that calls it: an Operation Object of OpenAPI. */
export type Operation = Readonly<Record<string, unknown>>

/** What an operation is written with. */
interface OperationParts {
  /** Unique in the document. */
  readonly id: string
  readonly components: Components
}

/** Describes a route whose handler states its answers; `undefined` for any other. */
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
  const security = toSecurity(route, components)
  const stated = Object.fromEntries(
    [...describeAnswers(handler.answers.stated)].map(([status, description]) => [
      status,
      toResponse(status, toAnswerSchema(description, writing.place, components)),
    ]),
  )
  return {
    operationId: id,
    ...(summary === undefined ? {} : { summary }),
    ...toTags(route),
    ...(isDeprecated(route) ? { deprecated: true } : {}),
    ...(security === undefined ? {} : { security: [security] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...withHeaders(stated, route, bindings),
      ...Object.fromEntries(
        toRefusals(route, bindings).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

/** The stated tag, or the first segment of the path after those that all paths of an API begin with. */
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

function toResponse(status: number, schema: object | undefined): object {
  const description = toPhrase(status)
  return schema === undefined
    ? { description }
    : { description, content: { 'application/json': { schema } } }
}

/**
 * The statuses with which a route refuses requests, from what it is made of: its path, its bindings,
 * its middleware.
 */
function toRefusals(
  { method, pattern, allowsCrossOrigin, middlewares, access }: ListedRoute,
  bindings: Bindings,
): readonly number[] {
  const all = Object.values(bindings)
  const hasBody = all.some(isBody)
  const isUnsafe = !safe.has(method)
  const hasQuery = all.some(isQuery)
  // What arrives in a path, a query or a body may be malformed.
  const isParsed = hasBody || hasQuery || pattern.parameterNames.length > 0
  const statuses = [
    ...(isParsed ? [400] : []),
    ...(middlewares.some(identifies) ? [401] : []),
    ...((isUnsafe && !allowsCrossOrigin) || access.some(({ kind }) => kind === 'can') ? [403] : []),
    ...(all.some(isModel) ? [404] : []),
    // A write may violate a constraint of the database, or be based on an older version.
    ...(isUnsafe ? [409, 413] : []),
    ...(bindsHeader(bindings, 'if-match') ? [412] : []),
    ...(hasBody ? [415] : []),
    ...(hasBody || hasQuery ? [422] : []),
    ...middlewares.flatMap(({ refuses = [] }) => refuses),
    503,
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The description of a response, which OpenAPI requires. */
export function toPhrase(status: number): string {
  return phrases[status] ?? (status < 400 ? `Status ${status}.` : 'The request was refused.')
}

const phrases: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'A record was created.',
  202: 'The request was accepted and is processed later.',
  204: 'The request succeeded; there is no content.',
  400: 'The request cannot be understood.',
  401: 'The request needs credentials.',
  403: 'The request is not allowed.',
  404: 'There is no such record.',
  409: 'The request conflicts with the current state.',
  412: 'It has changed since the version of the request.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  422: 'The input is invalid.',
  429: 'There were too many requests.',
  503: 'The service is temporarily unavailable.',
}
