import type { Bindings, Declared } from '../../../web/binding/binding.ts'
import { isModel } from '../../../web/binding/binding.ts'
import { describeAnswers } from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { string } from '../../../web/binding/parameters.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import { toAnswerSchema, type Writing } from './answer-schema.ts'
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

/** Describes a route whose handler states its answers; `undefined` for any other. */
export function toOperation(route: ListedRoute, components: Components): Operation | undefined {
  const { handler } = route
  if (!(handler instanceof BoundHandler) || handler.answers === undefined) return undefined
  const writing: Writing = { place: toTitle(route), components }
  const bindings = toBindings(handler.bindings)
  const parameters = [
    ...toPathParameters(route, bindings, writing),
    ...toQueryParameters(bindings, writing),
  ]
  const requestBody = toRequestBody(bindings, route.description?.example, writing)
  const summary = route.description?.summary ?? route.tool
  const security = toSecurity(route, components)
  const [tag] = route.pattern.segments
  return {
    operationId: route.name ?? toOperationId(route),
    ...(summary === undefined ? {} : { summary }),
    ...(tag?.kind === 'fixed' ? { tags: [tag.text] } : {}),
    ...(security === undefined ? {} : { security: [security] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...Object.fromEntries(
        [...describeAnswers(handler.answers.stated)].map(([status, description]) => [
          status,
          toResponse(status, toAnswerSchema(description, writing.place, components)),
        ]),
      ),
      ...Object.fromEntries(
        toRefusals(route, bindings).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

/** Sound: a handler with any other binding does not boot. */
function toBindings(declared: Declared): Bindings {
  return declared as Bindings
}

function toResponse(status: number, schema: object | undefined): object {
  const description = phrases[status] ?? `Status ${status}`
  return schema === undefined
    ? { description }
    : { description, content: { 'application/json': { schema } } }
}

/**
 * The statuses with which a route refuses requests, from what it is made of: its path, its bindings,
 * its middleware.
 */
function toRefusals(
  { method, allowsCrossOrigin, middlewares, access }: ListedRoute,
  bindings: Bindings,
): readonly number[] {
  const all = Object.values(bindings)
  const hasBody = all.some(isBody)
  const isUnsafe = !safe.has(method)
  const isParsed = all.some(
    (binding) => isModel(binding) || (binding.kind === 'parameter' && binding !== string),
  )
  const statuses = [
    ...(isParsed || hasBody ? [400] : []),
    ...(middlewares.some(identifies) ? [401] : []),
    ...((isUnsafe && !allowsCrossOrigin) || access.some(({ kind }) => kind === 'can') ? [403] : []),
    ...(all.some(isModel) ? [404] : []),
    // A write may violate a constraint of the database, or be based on an older version.
    ...(isUnsafe ? [409, 413] : []),
    ...(hasBody ? [415] : []),
    ...(hasBody || all.some(isQuery) ? [422] : []),
    ...middlewares.flatMap(({ refuses = [] }) => refuses),
    503,
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The description of a response by status; those of 400 and above are components. */
export const phrases: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'A record was created.',
  202: 'The request was accepted and is processed later.',
  204: 'The request succeeded; there is no content.',
  400: 'The request cannot be understood.',
  401: 'The request needs credentials.',
  403: 'The request is not allowed.',
  404: 'There is no such record.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  422: 'The input is invalid.',
  429: 'There were too many requests.',
  503: 'The service is temporarily unavailable.',
}

/** `getBooksBook` for a route without a name. */
function toOperationId({ method, pattern }: ListedRoute): string {
  const words = pattern.path.match(/[a-z0-9]+/gi) ?? []
  return [method.toLowerCase(), ...words.map(capitalized)].join('')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
