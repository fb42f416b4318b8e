import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { z } from 'zod'
import { project } from './projection.ts'
import { toSchemaProjection } from './schema-projection.ts'

const person = z.object({
  id: z.number(),
  name: z.string().optional(),
  address: z.object({ city: z.string(), street: z.string().optional() }).optional(),
  tags: z.array(z.object({ label: z.string() })).optional(),
})
const people = toSchemaProjection(z.array(person))

describe('what is sent of an answer', () => {
  it('is the same whatever fields its values have, in whatever order', () => {
    const values = Array.from({ length: 2000 }, (_, seed) => toPeople(seed))

    for (const value of values) {
      assert.equal(JSON.stringify(project(value, people)), JSON.stringify(plain(value)))
    }
  })

  it('is the value itself if nothing is left out, also in an order of its own', () => {
    const values = [
      [{ id: 1, tags: [{ label: 'a' }] }],
      [{ name: 'Ada', id: 1 }],
      [{ name: 'Ada', id: 1, address: { city: 'Paris' } }],
    ]

    for (const value of values) assert.equal(project(value, people), value)
  })

  it('is found with the work that its size takes, however deep kinds of objects are nested', () => {
    const Filter: z.ZodType = z.union([
      z.object({ of: z.lazy(() => z.array(Filter)) }),
      z.object({ of: z.lazy(() => z.array(Filter)), not: z.boolean().optional() }),
      z.object({ is: z.string() }),
    ])
    const stated = toSchemaProjection(Filter)
    const readsAt = (levels: number, wrap: (data: object) => object): number => {
      let reads = 0
      const leaf = {
        secret: 1,
        get is() {
          reads += 1
          return 'x'
        },
      }
      let value: object = wrap(leaf)
      for (let i = 0; i < levels; i++) value = wrap({ of: [value] })
      assert.doesNotMatch(JSON.stringify(project(value, stated)), /secret/)
      return reads
    }

    const written = (data: object) => ({ toJSON: () => ({ ...data }) })
    const asTheyAre = [3, 12].map((levels) => readsAt(levels, (data) => data))
    const asWritten = [3, 12].map((levels) => readsAt(levels, written))
    for (const [few = 0, many = 0] of [asTheyAre, asWritten]) {
      assert.ok(many < 4 * few, `${many} reads at 12 levels, ${few} at 3`)
    }
  })

  it('is what toJSON() returns, without what is not stated', () => {
    const data = { id: 1, salary: 1 }
    const values = [new Written(data), { id: 2, toJSON: () => data }]

    assert.deepEqual(project(values, people), [{ id: 1 }, { id: 1 }])
  })

  it('is what toJSON() returns of what toJSON() returns, because JSON would ask it, too', () => {
    const wrapped = new Written(new Written({ id: 1, salary: 1 }))

    assert.equal(JSON.stringify(project([wrapped], people)), '[{"id":1}]')
  })

  it('is what toJSON() of an array returns', () => {
    const list = Object.assign([{ id: 1 }], { toJSON: () => [{ id: 2, salary: 1 }] })

    assert.equal(JSON.stringify(project(list, people)), '[{"id":2}]')
  })

  it('is what is stated beside what a library cannot describe', () => {
    const schema = v.object({ name: v.pipe(v.string(), v.trim()), born: v.date() })
    const born = new Date(0)

    const sent = project(
      { name: 'Ada', born, salary: 1 },
      toSchemaProjection(toStandardJsonSchema(schema)),
    )

    assert.deepEqual(sent, { name: 'Ada', born })
  })
})

/** An object whose fields are those of another one. */
class Written {
  readonly id = 3
  readonly #data: object

  constructor(data: object) {
    this.#data = data
  }

  toJSON(): object {
    return this.#data
  }
}

/** Three objects with some of the stated fields and some others, in an order that the seed decides. */
function toPeople(seed: number): object[] {
  const pick = (n: number): number => Math.floor(Math.abs(Math.sin(seed * 31 + n)) * 1000)
  const fields: ReadonlyArray<readonly [string, unknown]> = [
    ['id', seed],
    ['name', 'Ada'],
    ['salary', 1000],
    ['address', pick(1) % 2 === 0 ? { city: 'Paris' } : { zip: '1', city: 'Paris' }],
    ['tags', pick(2) % 3 === 0 ? [{ label: 'a', color: 'red' }] : [{ label: 'b' }, { label: 'c' }]],
  ]
  return [1, 2, 3].map((n) => {
    const chosen = fields.filter((_, i) => pick(n * 10 + i) % 4 !== 0)
    return Object.fromEntries(chosen.toSorted((_a, _b) => (pick(n) % 2) - 0.5))
  })
}

/** The plain version: every stated field that the value has, in the value's order. */
function plain(values: unknown): unknown {
  return pickEach(values, ['id', 'name', 'address', 'tags'], (name, value) => {
    if (name === 'address') return pickEach([value], ['city', 'street'])[0]
    return name === 'tags' ? pickEach(value, ['label']) : value
  })
}

function pickEach(
  values: unknown,
  names: readonly string[],
  inside: (name: string, value: unknown) => unknown = (_name, value) => value,
): unknown[] {
  assert.ok(Array.isArray(values))
  return values.map((value: object) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) =>
        names.includes(name) ? [[name, inside(name, field)]] : [],
      ),
    ),
  )
}
