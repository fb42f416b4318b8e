import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toJsonSchema } from '../../validation/to-json-schema.ts'
import {
  FieldOrder,
  type Fields,
  type Projection,
  type StatedList,
  type StatedObject,
} from './stated-value.ts'

/**
 * Reads from the JSON Schema of a schema which fields it has. A part that may be anything, or that
 * the schema's library cannot write as JSON Schema, is sent as it is.
 */
export function toSchemaProjection(schema: StandardSchemaV1): Projection {
  const { schema: root } = toJsonSchema(schema, 'input')
  return new SchemaReader(root).read(root)
}

type Schema = Readonly<Record<string, unknown>>

/** How many references and unions may lead from one object to the next. */
const maxDepth = 32

/** Reads the parts of one JSON Schema, each once, because a schema may contain itself. */
class SchemaReader {
  readonly #root: Schema
  readonly #known = new Map<Schema, Projection>()

  constructor(root: Schema) {
    this.#root = root
  }

  read(schema: Schema): Projection {
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    const kinds = this.#kindsOf(schema)
    if (kinds === undefined) return null
    const objects: StatedObject[] = []
    const lists: StatedList[] = []
    this.#known.set(schema, { objects, lists })
    objects.push(...kinds.filter(isObject).map((kind) => this.#toObject(kind)))
    lists.push(...kinds.filter(isList).map((kind) => this.#toList(kind)))
    return { objects, lists }
  }

  /** The schemas of which a value fits one, without references; `undefined` if it may be anything. */
  #kindsOf(schema: Schema, depth = 0): readonly Schema[] | undefined {
    if (depth > maxDepth) return undefined
    const { $ref: reference, anyOf, oneOf, allOf } = schema
    if (typeof reference === 'string') return this.#kindsOf(this.#resolve(reference), depth + 1)
    const choices = toSchemas(anyOf ?? oneOf).map((each) => this.#kindsOf(each, depth + 1))
    if (choices.length > 0) return choices.every(isKnown) ? choices.flat() : undefined
    const parts = toSchemas(allOf).map((each) => this.#kindsOf(each, depth + 1))
    if (parts.length > 0) return parts.every(isKnown) ? parts.reduce(combined) : undefined
    return isOpen(schema) ? undefined : [schema]
  }

  /** Follows a JSON Pointer within the schema (RFC 6901). */
  #resolve(reference: string): Schema {
    const names = reference.split('/').slice(1)
    return names.reduce((part, name) => {
      return toSchema(part[name.replaceAll('~1', '/').replaceAll('~0', '~')])
    }, this.#root)
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

/** A value of several kinds has their required fields and constants: `{ kind: 'book' }`. */
function toTest(
  properties: ReadonlyArray<readonly [string, unknown]>,
  required: readonly unknown[],
): (value: Fields) => boolean {
  const constants = properties.flatMap(([name, field]) => {
    const { const: only, enum: values = only === undefined ? undefined : [only] } = toSchema(field)
    return Array.isArray(values) ? [[name, values] as const] : []
  })
  return (value) =>
    required.every((name) => value[String(name)] !== undefined) &&
    constants.every(([name, values]) => value[name] === undefined || values.includes(value[name]))
}

/** Every kind on the left together with every kind on the right, as `A & B` means it. */
function combined(left: readonly Schema[], right: readonly Schema[]): readonly Schema[] {
  return left.flatMap((one) => right.map((other) => combinedObject(one, other)))
}

function combinedObject(one: Schema, other: Schema): Schema {
  const [own, more] = [toSchema(one['properties']), toSchema(other['properties'])]
  const shared = Object.keys(own).filter((name) => Object.hasOwn(more, name))
  return {
    ...one,
    ...other,
    properties: {
      ...own,
      ...more,
      ...Object.fromEntries(shared.map((name) => [name, { allOf: [own[name], more[name]] }])),
    },
    required: [one['required'] ?? [], other['required'] ?? []].flat(),
  }
}

/** Whether a schema says nothing about the fields of an object. */
function isOpen(schema: Schema): boolean {
  const { type, const: only, enum: values, properties, additionalProperties } = schema
  if (type === undefined) return only === undefined && values === undefined && !isObject(schema)
  return isObject(schema) && properties === undefined && additionalProperties === undefined
}

function isObject({ type, properties }: Schema): boolean {
  return properties !== undefined || [type].flat().includes('object')
}

function isList({ type }: Schema): boolean {
  return [type].flat().includes('array')
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function toSchemas(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(toSchema) : []
}

/** JSON Schema has schemas in these places, or `true` for anything. */
function toSchema(value: unknown): Schema {
  // Sound: an object of unknown fields.
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
