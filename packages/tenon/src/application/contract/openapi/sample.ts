import type { JsonSchema, NamedSchemas } from './json-schema.ts'
import { toPatternSample } from './pattern-sample.ts'

/**
 * Returns a value that fits a schema, according to its examples, types, formats, patterns and limits. `null` if no
 * finite value fits, such as for a record that requires another one of its kind.
 */
export function toSample(schema: JsonSchema, components: NamedSchemas = {}): unknown {
  return find(schema, { components, open: [] }) ?? null
}

interface Scope {
  readonly components: NamedSchemas
  /** The references whose schemas contain this place. */
  readonly open: readonly string[]
}

/** Returns `undefined` if the value would have to contain another one of its kind, and so on without end. */
function find(schema: JsonSchema, scope: Scope): unknown {
  const { $ref: reference, default: usual, enum: values, const: only, anyOf, oneOf, allOf } = schema
  if (typeof reference === 'string') return follow(reference, scope)
  const { examples, example = Array.isArray(examples) ? (examples[0] as unknown) : undefined } =
    schema
  if (example !== undefined) return example
  if (usual !== undefined) return usual
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0]
  const choices = toSchemas(anyOf ?? oneOf)
  if (choices.length > 0) return findFirst(choices, scope)
  if (allOf !== undefined) return findCommon(schema, toSchemas(allOf), scope)
  return toTyped(schema, scope)
}

/** A value that fits a schema and all of its parts: objects together, a text or a number with the limits of all. */
function findCommon(own: JsonSchema, parts: readonly JsonSchema[], scope: Scope): unknown {
  const [type] = [own, ...parts].flatMap((each) => each['type'] ?? [])
  if (type === 'string') {
    const patterns = [own, ...parts].map(({ pattern }) => pattern).filter(isText)
    const texts = parts.map((part) => toText({ ...own, ...part }))
    return texts.find((text) => patterns.every((each) => fits(text, each))) ?? texts[0]
  }
  if (type === 'integer' || type === 'number') return toNumber(Object.assign({}, own, ...parts))
  const samples = parts.map((each) => find(each, scope))
  return samples.includes(undefined) ? undefined : Object.assign({}, ...samples)
}

function follow(reference: string, { components, open }: Scope): unknown {
  if (open.includes(reference)) return undefined
  const named = components[reference.replace('#/components/schemas/', '')] ?? {}
  return find(named, { components, open: [...open, reference] })
}

function findFirst(choices: readonly JsonSchema[], scope: Scope): unknown {
  for (const choice of choices) {
    const sample = find(choice, scope)
    if (sample !== undefined) return sample
  }
  return undefined
}

function toTyped(schema: JsonSchema, scope: Scope): unknown {
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'object':
      return toFields(schema, scope)
    case 'array':
      return toItems(schema, scope)
    case 'integer':
    case 'number':
      return toNumber(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return toText(schema)
  }
}

function toItems({ items = {}, minItems = 0 }: JsonSchema, scope: Scope): unknown {
  if (Number(minItems) === 0) return []
  const item = find(items as JsonSchema, scope)
  return item === undefined ? undefined : Array.from({ length: Number(minItems) }, () => item)
}

function toFields({ properties = {}, required = [] }: JsonSchema, scope: Scope): unknown {
  const names = required as readonly string[]
  const fields = Object.entries(properties as NamedSchemas)
    .filter(([name]) => names.includes(name))
    .map(([name, field]) => [name, find(field, scope)] as const)
  return fields.some(([, sample]) => sample === undefined) ? undefined : Object.fromEntries(fields)
}

/** Returns 1, like the key of a record, or the allowed number that is closest to 0. */
function toNumber(schema: JsonSchema): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf = 1 } = schema
  const above = exclusiveMinimum === undefined ? -Infinity : Number(exclusiveMinimum) + 1
  const below = exclusiveMaximum === undefined ? Infinity : Number(exclusiveMaximum) - 1
  const least = Number(minimum ?? above)
  const most = Number(maximum ?? below)
  const wanted = least <= 1 && most >= 1 ? 1 : Math.max(least, Math.min(most, 0))
  const step = Number(multipleOf)
  const fitting = Math.ceil(wanted / step) * step
  return fitting <= most ? fitting : Math.floor(most / step) * step
}

function toText({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  const limits = { minLength: Number(minLength), maxLength: Number(maxLength) }
  const known = typeof format === 'string' ? texts[format] : undefined
  const isKnown = known !== undefined && (typeof pattern !== 'string' || fits(known, pattern))
  if (isKnown) return known
  const written = typeof pattern === 'string' ? toPatternSample(pattern, limits) : undefined
  return written ?? 'Sample text'.padEnd(limits.minLength, '.').slice(0, limits.maxLength)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'sample@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/sample',
  uuid: '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f',
}

function toSchemas(value: unknown): readonly JsonSchema[] {
  // Sound: JSON Schema allows only schemas in these places.
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : []
}
