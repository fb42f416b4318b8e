/** The kinds of values that a JSON Schema describes, with references, unions and intersections resolved. */

export type Schema = Readonly<Record<string, unknown>>

/** How many references and unions may lead from one object to the next. */
const maxDepth = 32

/** Resolves the parts of a JSON Schema into schemas without references, unions or intersections. */
export class SchemaKinds {
  readonly #root: Schema

  constructor(root: Schema) {
    this.#root = root
  }

  /** The alternatives for a value, as schemas without references; `undefined` if the value may be anything. */
  of(schema: Schema, depth = 0): readonly Schema[] | undefined {
    if (depth > maxDepth) return undefined
    const { $ref: reference, anyOf, oneOf, allOf } = schema
    if (typeof reference === 'string') return this.of(this.#resolve(reference), depth + 1)
    const choices = toSchemas(anyOf ?? oneOf).map((each) => this.of(each, depth + 1))
    if (choices.length > 0) return choices.every(isKnown) ? choices.flat() : undefined
    const parts = toSchemas(allOf).map((each) => this.of(each, depth + 1))
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
}

/** The constants of an object's fields: `{ kind: 'book' }`. */
export function constantsOf(
  properties: ReadonlyArray<readonly [string, unknown]>,
): ReadonlyArray<readonly [string, readonly unknown[]]> {
  return properties.flatMap(([name, field]) => {
    const { const: only, enum: values = only === undefined ? undefined : [only] } = toSchema(field)
    return Array.isArray(values) ? [[name, values] as const] : []
  })
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

/** Whether a schema does not restrict the fields of an object. */
function isOpen(schema: Schema): boolean {
  const { type, const: only, enum: values, properties, additionalProperties } = schema
  if (type === undefined) return only === undefined && values === undefined && !isObject(schema)
  return isObject(schema) && properties === undefined && additionalProperties === undefined
}

export function isObject({ type, properties }: Schema): boolean {
  return properties !== undefined || [type].flat().includes('object')
}

export function isList({ type }: Schema): boolean {
  return [type].flat().includes('array')
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

export function toSchemas(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(toSchema) : []
}

/** A part of a JSON Schema is a schema, or `true` for anything. */
export function toSchema(value: unknown): Schema {
  // Sound: an object of unknown fields.
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
