import { rulesOf } from '../../../data/columns/column-type.ts'
import type { Columns } from '../../../data/columns/column.ts'
import { c } from '../../../data/columns/columns.ts'
import { entityOf, type AnyModel } from '../../../data/records/entity.ts'
import { UniqueLookup } from '../../../data/records/unique-lookup.ts'
import { isModel, type Binding, type Bindings } from '../../../web/binding/binding.ts'
import { param } from '../../../web/binding/parameters.ts'
import type { ValidatedBody } from '../../../web/binding/validated-body.ts'
import type { ValidatedQuery } from '../../../web/binding/validated-query.ts'
import type { Segment } from '../../../web/routing/path-pattern.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import { takesFiles } from '../../../web/validation/to-json-schema.ts'
import { toColumn, type Writing } from './answer-schema.ts'
import { toFormSchema } from './form-schema.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { fromStandardSchema } from './standard-schema.ts'

/** A parameter of the path or the query, as OpenAPI describes it (section 4.8.12). */
export type Parameter = Readonly<Record<string, unknown>>

type ParameterSegment = Exclude<Segment, { readonly kind: 'fixed' }>

/** The parameters of a route's path, in order. */
export function toPathParameters(
  { pattern }: ListedRoute,
  bindings: Bindings,
  writing: Writing,
): readonly Parameter[] {
  return pattern.segments
    .filter((segment): segment is ParameterSegment => segment.kind !== 'fixed')
    .map((segment) => ({
      name: segment.name,
      in: 'path',
      required: true,
      ...(segment.kind === 'wildcard' ? { description: ofWildcard } : {}),
      schema: toKey(segment, bindings[segment.name], writing.components),
    }))
}

function toKey(
  segment: ParameterSegment,
  binding: Binding | undefined,
  components: Components,
): JsonSchema {
  if (binding === undefined) return text
  if (!isModel(binding)) return parameters.get(binding) ?? text
  const unique = binding instanceof UniqueLookup ? binding : undefined
  const model = unique?.model ?? binding
  if (!isOurs(model)) return { type: 'string' }
  const { table } = entityOf(model)
  const named = segment.kind === 'parameter' ? segment.column : undefined
  const column = named ?? unique?.column ?? table.key?.name
  if (column === undefined) return { type: 'string' }
  const { definition } = table.column(column)
  const { keySchema } = rulesOf(definition)
  if (keySchema !== undefined) return keySchema(definition)
  // A path cannot contain null.
  const plain = { ...definition, nullable: false }
  return toColumn({ ...table.column(column), definition: plain }, model.name, components)
}

function isOurs(model: object): model is AnyModel {
  return '~entity' in model
}

/** Text of any length, but not empty. */
const text: JsonSchema = { type: 'string', minLength: 1, pattern: String.raw`^[^\u0000]+$` }

const parameters: ReadonlyMap<Binding, JsonSchema> = new Map<Binding, JsonSchema>([
  [param.integer, ofKey(c.integer())],
  [param.bigint, ofKey(c.bigint())],
  [param.uuid, ofKey(c.uuid())],
])

/** The schema of the texts that `parseKey` accepts. */
function ofKey({ definition }: Columns[string]): JsonSchema {
  const { keySchema, jsonSchema } = rulesOf(definition)
  return (keySchema ?? jsonSchema)?.(definition) ?? {}
}

/** RFC 3986, section 2.2: an encoded slash does not separate segments, so `a%2Fb` is not below `a`. */
const ofWildcard =
  'One or more segments, separated by `/`. Encode each by itself: `%2F` is not accepted.'

/** The parameters of a handler's query type: one for each field. */
export function toQueryParameters(bindings: Bindings, writing: Writing): readonly Parameter[] {
  const binding = Object.values(bindings).find(isQuery)
  if (binding === undefined) return []
  const place = `the query of ${writing.place}`
  const schema = fromStandardSchema(binding.schema, 'input', { ...writing, place })
  const { properties, required = [] } = writing.components.resolve(schema)
  if (typeof properties !== 'object' || properties === null) {
    writing.components.tell(`${place}: it is not an object with fields, so they are not listed.`)
    return []
  }
  const names = required as readonly string[]
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, field]) =>
    toQueryParameter({ name, required: names.includes(name), schema: field }, writing.components),
  )
}

/** Writes lists as `tags[]=a` and objects as `filter[state]=open`, as `readQuery` reads them. */
function toQueryParameter(
  { name, required, schema }: QueryField,
  components: Components,
): Parameter {
  const type = typeOf(schema, components)
  if (type === 'array') return { name: `${name}[]`, in: 'query', required, schema }
  const nested = type === 'object' ? { style: 'deepObject', explode: true } : {}
  return { name, in: 'query', required, ...nested, schema }
}

interface QueryField {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** The type of a schema's values, ignoring null, through references and choices; `undefined` if there are several. */
function typeOf(schema: JsonSchema, components: Components): unknown {
  const { type, anyOf, oneOf, allOf } = components.resolve(schema)
  const choices = (anyOf ?? oneOf ?? allOf ?? []) as readonly JsonSchema[]
  const types = type === undefined ? choices.map((each) => typeOf(each, components)) : [type].flat()
  const [only, another] = new Set(types.filter((each) => each !== 'null'))
  return another === undefined ? only : undefined
}

/** The body of a handler's request type, with the example if there is one; `undefined` without a body. */
export function toRequestBody(
  bindings: Bindings,
  example: unknown,
  writing: Writing,
): object | undefined {
  const binding = Object.values(bindings).find(isBody)
  if (binding === undefined) return undefined
  const { components } = writing
  const place = `the body of ${writing.place}`
  const schema = fromStandardSchema(binding.schema, 'input', { ...writing, place })
  const shown = example === undefined ? {} : { example }
  return {
    required: !acceptsNothing(schema, components),
    content: takesFiles(binding.schema)
      ? { 'multipart/form-data': { schema: toFormSchema(schema, { ...writing, place }) } }
      : { 'application/json': { schema, ...shown } },
  }
}

/** Whether a request may omit the body: a missing body is validated as `{}`. */
function acceptsNothing(schema: JsonSchema, components: Components): boolean {
  const { type = 'object', required = [], anyOf, oneOf, allOf } = components.resolve(schema)
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (choices !== undefined) return choices.some((each) => acceptsNothing(each, components))
  const parts = (allOf ?? []) as readonly JsonSchema[]
  const isObject = [type].flat().includes('object') && (required as readonly string[]).length === 0
  return isObject && parts.every((each) => acceptsNothing(each, components))
}

export function isBody(binding: Binding): binding is ValidatedBody<unknown> {
  return !isModel(binding) && binding.kind === 'body' && 'schema' in binding
}

export function isQuery(binding: Binding): binding is ValidatedQuery<unknown> {
  return !isModel(binding) && binding.kind === 'query' && 'schema' in binding
}
