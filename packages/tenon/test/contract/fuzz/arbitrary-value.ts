import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'

export type Schema = Readonly<Record<string, unknown>>
export type Schemas = Readonly<Record<string, Schema>>

/** Values that fit a schema of a document: those that applications see most often among them. */
export function toFitting(schema: Schema, schemas: Schemas): Arbitrary<unknown> {
  const { $ref: reference, anyOf, oneOf, allOf, enum: values, const: only } = schema
  if (typeof reference === 'string') {
    return toFitting(schemas[reference.replace('#/components/schemas/', '')] ?? {}, schemas)
  }
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  const choices = (anyOf ?? oneOf) as readonly Schema[] | undefined
  if (choices !== undefined) return fc.oneof(...choices.map((each) => toFitting(each, schemas)))
  if (Array.isArray(allOf)) {
    const parts = allOf.map((each: Schema) => toFitting(each, schemas))
    return fc.tuple(...parts).map((objects) => Object.assign({}, ...objects))
  }
  // Sound: JSON Schema has these here.
  const { type = 'string' } = schema as { readonly type?: string | readonly string[] }
  const types = [type].flat()
  return fc.oneof(...types.map((each) => toTyped(each, schema, schemas)))
}

function toTyped(type: string, schema: Schema, schemas: Schemas): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return toInteger(schema)
    case 'number': {
      const { minimum = -1e9, maximum = 1e9 } = schema
      return fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true })
    }
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema
      const maxLength = Math.min(Number(maxItems), 5)
      return fc.array(toFitting(items as Schema, schemas), {
        minLength: Number(minItems),
        maxLength,
      })
    }
    case 'object':
      return toObject(schema, schemas)
    default:
      return toText(schema)
  }
}

/** Small numbers most often, because these are the keys of records. */
function toInteger({ minimum, maximum }: Schema): Arbitrary<number> {
  const min = Math.max(Number(minimum ?? -Infinity), -(2 ** 31))
  const max = Math.min(Number(maximum ?? Infinity), 2 ** 31 - 1)
  const small = fc.integer({ min: Math.max(min, 1), max: Math.min(max, 3) })
  return fc.oneof({ arbitrary: small, weight: 3 }, fc.integer({ min, max }))
}

function toObject(
  { properties = {}, required = [], additionalProperties = false }: Schema,
  schemas: Schemas,
): Arbitrary<unknown> {
  const fields = Object.entries(properties as Schemas)
  const model = Object.fromEntries(fields.map(([name, field]) => [name, toFitting(field, schemas)]))
  const named = fc.record(model, { requiredKeys: required as string[] })
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return named
  const free = fc.dictionary(
    fc.string({ maxLength: 20 }),
    toFitting(additionalProperties as Schema, schemas),
    { maxKeys: 4 },
  )
  return fc.tuple(named, free).map(([own, others]) => ({ ...others, ...own }))
}

function toText({ format, pattern, minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  if (format === 'date') return fc.date(years).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date(years).map((date) => date.toISOString())
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.constant('ada@example.com')
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  const lengths = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 60) }
  return fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit: unusual }))
}

const unusual = fc.constantFrom('a', ' ', '\0', '"', "'", '<', '&', '%', 'é', '漢', '🧭', '\ud800')

const years = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }

/** The value with one of its parts replaced by something else, or left out. */
export function toMutated(fitting: Arbitrary<unknown>): Arbitrary<unknown> {
  const choices = fc.tuple(fitting, fc.nat({ max: 1000 }), fc.constantFrom(...strange))
  return choices.map(([value, place, other]) => {
    const places = toPlaces(value)
    const path = places[place % places.length] ?? []
    return replaceAt(value, path, other)
  })
}

/** What is put in the place of a part; `undefined` leaves it out. */
const strange: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud800',
  '1',
  'NaN',
  'x'.repeat(5000),
  -1,
  0.5,
  1e21,
  2 ** 53,
  [],
  [[]],
  {},
  { constructor: 1 },
]

type Path = readonly string[]

function toPlaces(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([key, part]) =>
    toPlaces(part).map((path) => [key, ...path]),
  )
  return [...inner, []]
}

function replaceAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  if (Array.isArray(value)) {
    return value.map((part, i) => (String(i) === key ? replaceAt(part, rest, other) : part))
  }
  // Sound: `toPlaces` has walked through it.
  const own = value as Readonly<Record<string, unknown>>
  return { ...own, [key]: replaceAt(own[key], rest, other) }
}
