import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toJsonSchema } from '../../validation/to-json-schema.ts'
import {
  constantsOf,
  isList,
  isObject,
  SchemaKinds,
  toSchema,
  toSchemas,
  type Schema,
} from './schema-kinds.ts'
import {
  FieldOrder,
  type Fields,
  type Projection,
  type StatedList,
  type StatedObject,
} from './stated-value.ts'

/**
 * Reads the fields of a schema from its JSON Schema. A part that may be anything, or that the schema's library
 * cannot write as JSON Schema, is sent as it is.
 */
export function toSchemaProjection(schema: StandardSchemaV1): Projection {
  const { schema: root } = toJsonSchema(schema, 'input')
  return new SchemaReader(root).read(root)
}

/** Reads the parts of one JSON Schema, each once, because a schema may contain itself. */
class SchemaReader {
  readonly #kinds: SchemaKinds
  readonly #known = new Map<Schema, Projection>()

  constructor(root: Schema) {
    this.#kinds = new SchemaKinds(root)
  }

  read(schema: Schema): Projection {
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    const kinds = this.#kinds.of(schema)
    if (kinds === undefined) return null
    const objects: StatedObject[] = []
    const lists: StatedList[] = []
    this.#known.set(schema, { objects, lists })
    objects.push(...kinds.filter(isObject).map((kind) => this.#toObject(kind)))
    lists.push(...kinds.filter(isList).map((kind) => this.#toList(kind)))
    return { objects, lists }
  }

  #toObject(schema: Schema): StatedObject {
    const { properties, required, propertyNames, additionalProperties, patternProperties } = schema
    const own = Object.entries(toSchema(properties))
    const names = toSchema(propertyNames)['enum']
    const rest = this.#toRest(patternProperties === undefined ? additionalProperties : true)
    const fields = new Map([
      ...(Array.isArray(names) ? names : []).map((name) => [String(name), rest ?? null] as const),
      ...own.map(([name, field]) => [name, this.read(toSchema(field))] as const),
    ])
    return {
      fields,
      order: new FieldOrder(fields),
      others: Array.isArray(names) ? undefined : rest,
      fits: toTest(own, Array.isArray(required) ? required : []),
    }
  }

  #toRest(additional: unknown): Projection | undefined {
    if (additional === undefined || additional === false) return undefined
    return this.read(toSchema(additional))
  }

  #toList({ prefixItems, items }: Schema): StatedList {
    return {
      first: toSchemas(prefixItems).map((each) => this.read(each)),
      others: this.read(toSchema(items)),
    }
  }
}

/** Tests whether a value has the required fields and constants of a kind, such as `{ kind: 'book' }`. */
function toTest(
  properties: ReadonlyArray<readonly [string, unknown]>,
  required: readonly unknown[],
): (value: Fields) => boolean {
  const constants = constantsOf(properties)
  return (value) =>
    required.every((name) => value[String(name)] !== undefined) &&
    constants.every(([name, values]) => value[name] === undefined || values.includes(value[name]))
}
