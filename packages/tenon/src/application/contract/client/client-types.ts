import {
  describeAnswers,
  type AnswerDescription,
} from '../../../web/binding/answers/description.ts'
import type { Bindings } from '../../../web/binding/binding.ts'
import { isHeader } from '../../../web/binding/header.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { toTitle, type ListedRoute, type RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { toAnswerSchema, type Writing } from '../openapi/answer-schema.ts'
import { Components } from '../openapi/json-schema.ts'
import type { DocumentOptions } from '../openapi/document.ts'
import { toRefusals } from '../openapi/operation.ts'
import { INT64_PATTERN } from '../../../data/columns/types/bigint.ts'
import { isBody, isQuery, toPathParameters } from '../openapi/request-schema.ts'
import { fromStandardSchema } from '../openapi/standard-schema.ts'
import { toAnswerPlaces } from './answer-places.ts'
import {
  revivedTypes,
  toPropertyName,
  toSchemaReference,
  toTypeText,
  toUnion,
} from './type-text.ts'

/** The text for a client in another repository, and what it cannot express. */
export interface WrittenClient {
  readonly text: string
  readonly problems: readonly string[]
}

/**
 * Writes the types of an application's named routes for `createServiceClient`, from the same data as the OpenAPI
 * document. The types refer only to themselves and to types of the platform.
 */
export function writeClientTypes(
  { routes }: RouteList<RouteEntry>,
  { title, version, errors }: Pick<DocumentOptions, 'title' | 'version' | 'errors'>,
): WrittenClient {
  const components = new Components({ marksRevived: true })
  const written = errors === undefined ? [] : ['    errors: Errors']
  const operations = routes.flatMap((route) =>
    route.name === undefined ? [] : [toOperationText(route, route.name, written, components)],
  )
  const place = 'the schema of errors (openapi: { errors })'
  const failed =
    errors === undefined
      ? []
      : [
          '/** The body of errors. */',
          `export type Errors = ${toTypeText(fromStandardSchema(errors.schema, 'input', { place, components }))}`,
          '',
        ]
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    toNamedSchema(name, schema),
  )
  const text = [
    `/** ${toComment(`The routes of ${title} ${version} by name. Printed by \`client\`, so do not edit it.`)} */`,
    block('export type Service = {', operations),
    '',
    ...failed,
    '/** The schemas that they refer to. */',
    block(
      'export interface Schemas {',
      schemas.map(({ field }) => field),
    ),
    ...schemas.flatMap(({ recursive }) => (recursive === undefined ? [] : ['', recursive])),
  ].join('\n')
  return { text: [text, ...toRevivedTypes(text)].join('\n\n'), problems: components.problems }
}

interface NamedSchema {
  readonly field: string
  /** The type of a schema that refers to itself: the compiler refuses a field whose own type names the field. */
  readonly recursive?: string
}

/** Writes a component as a field of `Schemas`. */
function toNamedSchema(name: string, schema: unknown): NamedSchema {
  const field = toPropertyName(name)
  const [text, own] = [toTypeText(schema, '  '), toSchemaReference(name)]
  if (!text.includes(own)) return { field: `  ${field}: ${text}` }
  const type = `Recursive${name.replaceAll(/\W/g, '_')}`
  return {
    field: `  ${field}: ${type}`,
    recursive: `type ${type} = ${toTypeText(schema).replaceAll(own, type)}`,
  }
}

/** The types of text that a client may revive: each says what the text becomes. */
function toRevivedTypes(text: string): readonly string[] {
  return Object.entries(revivedTypes)
    .filter(([, name]) => text.includes(name))
    .map(([made, name]) =>
      [
        `/** Text; a \`${made}\` from a client with \`revive\`. */`,
        `export type ${name} = string & { readonly '~revived'?: ${made} }`,
      ].join('\n'),
    )
}

/** Writes the table of the named routes, which the client needs at run time. */
export function writeRouteTable({ routes }: RouteList<RouteEntry>): WrittenClient {
  const listed = routes.flatMap((route) => (route.name === undefined ? [] : [toListedCall(route)]))
  const text = [
    '/** Their methods and paths, and where their answers have dates, for the option `routes`. */',
    block(
      'export const routes: Array<{ name: string; method: string; path: string; values: object }> = [',
      listed.map(({ row }) => `  ${JSON.stringify(row)},`),
      ']',
    ),
  ].join('\n')
  return { text, problems: listed.flatMap(({ problems }) => problems) }
}

function toListedCall(route: ListedRoute) {
  const { name, method, pattern } = route
  const { places, problems } = toAnswerPlaces(route)
  return { row: { name, method, path: pattern.path, values: places }, problems }
}

function block(start: string, lines: readonly string[], end = '}'): string {
  return [start, ...lines, end].join('\n')
}

function toOperationText(
  route: ListedRoute,
  name: string,
  errors: readonly string[],
  components: Components,
): string {
  const { handler, description, tool } = route
  const bound = handler instanceof BoundHandler ? handler : undefined
  // Sound: a handler with any other binding does not boot.
  const bindings = (bound?.bindings ?? {}) as Bindings
  const writing: Writing = { place: toTitle(route), components }
  const query = Object.values(bindings).find(isQuery)
  const body = Object.values(bindings).find(isBody)
  const toInput = (each: typeof query | typeof body): string =>
    each === undefined
      ? 'unknown'
      : toTypeText(fromStandardSchema(each.schema, 'input', writing), '    ')
  const summary = description?.summary ?? tool
  const refusals = toRefusals(route, bindings).filter((status) => status !== 422)
  return [
    ...(summary === undefined ? [] : [`  /** ${toComment(summary)} */`]),
    `  ${toPropertyName(name)}: {`,
    // A route of any method is called with GET.
    `    method: ${JSON.stringify(route.method === 'ANY' ? 'GET' : route.method)}`,
    `    parameters: ${toParametersText(route, bindings, writing)}`,
    `    query: ${toInput(query)}`,
    `    fields: ${toInput(body)}`,
    ...toHeadersLine(bindings),
    `    answers: ${bound?.answers === undefined ? 'unknown' : toAnswersText(describeAnswers(bound.answers.stated), writing)}`,
    `    refusals: ${[...refusals, 500].toSorted((a, b) => a - b).join(' | ')}`,
    ...errors,
    '  }',
  ].join('\n')
}

function toHeadersLine(bindings: Bindings): readonly string[] {
  const names = Object.values(bindings)
    .filter(isHeader)
    .map(({ header }) => JSON.stringify(header.toLowerCase()))
  return names.length === 0 ? [] : [`    headers: ${toUnion(names)}`]
}

/** The counterpart of `ParametersOf`: an int64 is text in JSON, and an unbound parameter takes any value of a URL. */
function toParametersText(route: ListedRoute, bindings: Bindings, writing: Writing): string {
  const fields = toPathParameters(route, bindings, writing).map(({ name, schema }) => {
    const type =
      bindings[String(name)] === undefined
        ? 'string | number | bigint'
        : Object(schema).pattern === INT64_PATTERN
          ? 'bigint | string'
          : toTypeText(schema)
    return `${toPropertyName(String(name))}: ${type}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

function toAnswersText(answers: ReadonlyMap<number, AnswerDescription>, writing: Writing): string {
  const lines = [...answers].map(
    ([status, answer]) => `      ${status}: ${toSentText(answer, writing)}`,
  )
  return block('{', lines, '    }')
}

/** What the client reads: the counterpart of `SentBy`. */
function toSentText(answer: AnswerDescription, writing: Writing): string {
  if (answer.kind === 'nothing' || answer.kind === 'redirect') return 'null'
  if (answer.kind === 'content') return toContentText(answer.mediaType)
  if (answer.kind !== 'items') return toTypeText(toAnswerSchema(answer, writing), '      ')
  return `AsyncIterable<${toTypeText(toAnswerSchema(answer.item, writing), '      ')}>`
}

function toContentText(mediaType: string): string {
  if (mediaType.startsWith('text/')) return 'string'
  return /json$|^(?:\*|application)\/\*$/.test(mediaType) ? 'unknown' : 'Blob'
}

function toComment(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')
}
