/** Requests made from the schemas of a document, the same for the same seed: some fit, some do not. */

export type Schema = Readonly<Record<string, unknown>>

/** A source of numbers from 0 to 1 (mulberry32). */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A value for a schema; one in eight parts is something else. */
export function toRandomValue(schema: Schema, random: Random): unknown {
  if (random() < 1 / 8) return pick(strange, random)
  const { enum: values, anyOf } = schema
  if (Array.isArray(values)) return pick(values, random)
  if (Array.isArray(anyOf)) return toRandomValue(pick<Schema>(anyOf, random), random)
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return toRandomObject(schema, random)
    case 'array': {
      const { items = {} } = schema
      const length = Math.floor(random() * 4)
      return Array.from({ length }, () => toRandomValue(items as Schema, random))
    }
    case 'integer':
      return pick([1, 1, 1, 2, 0, -1, 2 ** 31 - 1, Math.floor(random() * 1000)], random)
    case 'number':
      return random() * 1000
    case 'boolean':
      return random() < 0.5
    default:
      return pick(texts, random).slice(0, Number(schema['maxLength'] ?? Infinity))
  }
}

function toRandomObject({ properties = {} }: Schema, random: Random): object {
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>)
  const kept = fields.filter(() => random() < 0.9)
  return Object.fromEntries(kept.map(([name, field]) => [name, toRandomValue(field, random)]))
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new RangeError('There is nothing to pick from')
  return value
}

const texts: readonly string[] = [
  'Emma',
  'Persuasion',
  '',
  ' ',
  '🧭 émigré',
  "'; drop table books; --",
  '\u0000',
  '\ud800',
  '__proto__',
  'x'.repeat(200),
]

const strange: readonly unknown[] = [
  null,
  true,
  -0.5,
  1e21,
  2 ** 53,
  '1',
  'NaN',
  [],
  [[]],
  {},
  { constructor: 1 },
]
