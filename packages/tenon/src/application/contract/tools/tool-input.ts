import type { Bindings } from '../../../web/binding/binding.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import type { Components, JsonSchema, NamedSchemas } from '../openapi/json-schema.ts'
import { isBody, isQuery, toPathParameters } from '../openapi/request-schema.ts'
import { fromStandardSchema } from '../openapi/standard-schema.ts'

/**
 * What a tool takes, and where in the request it belongs: the parameters of the path and the fields of
 * the query and the body, side by side.
 */
export interface ToolInput {
  readonly parts: readonly InputPart[]
  /** The first name that two parts have. */
  readonly twice: string | undefined
}

/** The inputs that belong in one place of the request. */
export interface InputPart {
  readonly place: 'path' | 'query' | 'body'
  readonly properties: NamedSchemas
  readonly required: readonly string[]
  /** Whether its only property is the whole value, because that is not a list of named fields. */
  readonly isWhole: boolean
}

/** Returns what a route takes of an agent. */
export function toToolInput(
  route: ListedRoute,
  bindings: Bindings,
  components: Components,
): ToolInput {
  const writing = { place: toTitle(route), components }
  const keys = toPathParameters(route, bindings, writing)
  const all = Object.values(bindings)
  const [query, body] = [all.find(isQuery), all.find(isBody)]
  const parts: readonly InputPart[] = [
    {
      place: 'path',
      properties: Object.fromEntries(keys.map(({ name, schema }) => [name, schema])),
      required: keys.map(({ name }) => String(name)),
      isWhole: false,
    },
    ...(query ? [toPart('query', fromStandardSchema(query.schema, 'input', writing))] : []),
    ...(body ? [toPart('body', fromStandardSchema(body.schema, 'input', writing))] : []),
  ]
  const names = parts.flatMap(({ properties }) => Object.keys(properties))
  return { parts, twice: names.find((name, i) => names.indexOf(name) !== i) }
}

function toPart(place: 'query' | 'body', schema: JsonSchema): InputPart {
  if (!hasOnlyNamedFields(schema)) {
    const required = place === 'body' ? [place] : []
    return { place, properties: { [place]: schema }, required, isWhole: true }
  }
  // Sound: JSON Schema has these here.
  const { properties, required = [] } = schema as {
    readonly properties: NamedSchemas
    readonly required?: readonly string[]
  }
  return { place, properties, required, isWhole: false }
}

/** No choice, no reference, and no fields besides those that it names. */
function hasOnlyNamedFields(schema: JsonSchema): boolean {
  const { type, properties, additionalProperties = false } = schema
  const isOne = type === 'object' && properties !== undefined && additionalProperties === false
  return isOne && !combining.some((keyword) => keyword in schema)
}

const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties']
