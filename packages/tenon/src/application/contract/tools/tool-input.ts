import type { Bindings } from '../../../web/binding/binding.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import type { Components, JsonSchema, NamedSchemas } from '../openapi/json-schema.ts'
import { isBody, isQuery, toPathParameters } from '../openapi/request-schema.ts'
import { fromStandardSchema } from '../openapi/standard-schema.ts'

/**
 * The inputs of a tool and their places in the request: the parameters of the path and the fields of the query and the
 * body, side by side.
 */
export interface ToolInput {
  readonly parts: readonly InputPart[]
  /** The first name that two parts have in common; `undefined` if all names differ. */
  readonly twice: string | undefined
}

/** The inputs that belong in one place of the request. */
export interface InputPart {
  readonly place: 'path' | 'query' | 'body'
  readonly properties: NamedSchemas
  readonly required: readonly string[]
  /** Whether the only property is the whole query or body, because it does not consist only of named fields. */
  readonly isWhole: boolean
}

/** Returns the inputs that a route takes from an agent. */
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
  // Sound: JSON Schema has these values here.
  const { properties, required = [] } = schema as {
    readonly properties: NamedSchemas
    readonly required?: readonly string[]
  }
  return { place, properties, required, isWhole: false }
}

/** Whether a schema is one object with only named fields: no choice, no reference and no other fields. */
function hasOnlyNamedFields(schema: JsonSchema): boolean {
  const { type, properties, additionalProperties = false } = schema
  const isOne = type === 'object' && properties !== undefined && additionalProperties === false
  return isOne && !combining.some((keyword) => keyword in schema)
}

const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties']
