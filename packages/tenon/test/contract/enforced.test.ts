import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type } from 'arktype'
import * as fc from 'fast-check'
import { application, body, handler, post, routes } from 'tenon'
import { testApp } from 'tenon/testing'
import * as v from 'valibot'
import { z } from 'zod'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'
import { toMutated } from './fuzz/arbitrary-value.ts'

type Schema = Parameters<typeof body>[0]

/** One kind of value in each library, and values on both sides of its limits. */
interface Part {
  readonly values: readonly unknown[]
  readonly zod: z.ZodType
  readonly valibot: v.GenericSchema
  readonly arktype: type.Any
}

const uuid = '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f'
const parts: Readonly<Record<string, Part>> = {
  text: {
    values: ['', 'a'],
    zod: z.string(),
    valibot: v.string(),
    arktype: type('string'),
  },
  limited: {
    values: ['', 'a', 'abc', 'abcd'],
    zod: z.string().min(1).max(3),
    valibot: v.pipe(v.string(), v.minLength(1), v.maxLength(3)),
    arktype: type('1 <= string <= 3'),
  },
  pattern: {
    values: ['AB-1', 'ab-1', 'AB-', ' AB-1', 'AB-1\n'],
    zod: z.string().regex(/^[A-Z]{2}-\d+$/),
    valibot: v.pipe(v.string(), v.regex(/^[A-Z]{2}-\d+$/)),
    arktype: type(/^[A-Z]{2}-\d+$/),
  },
  email: {
    values: ['ada@example.com', 'ada', '@'],
    zod: z.email(),
    valibot: v.pipe(v.string(), v.email()),
    arktype: type('string.email'),
  },
  uuid: {
    values: [uuid, uuid.slice(1), `${uuid}0`, uuid.replace('c', 'x')],
    zod: z.uuid(),
    valibot: v.pipe(v.string(), v.uuid()),
    arktype: type('string.uuid'),
  },
  day: {
    values: ['2026-01-31', '2026-13-31', '31.1.2026'],
    zod: z.iso.date(),
    valibot: v.pipe(v.string(), v.isoDate()),
    arktype: type(/^\d{4}-(?:0\d|1[012])-\d\d$/),
  },
  address: {
    values: ['https://example.com/a', 'example.com', 'a b'],
    zod: z.url(),
    valibot: v.pipe(v.string(), v.url()),
    arktype: type('string.url'),
  },
  range: {
    values: [0, 1, 1.5, 5, 5.1],
    zod: z.number().min(1).max(5),
    valibot: v.pipe(v.number(), v.minValue(1), v.maxValue(5)),
    arktype: type('1 <= number <= 5'),
  },
  between: {
    values: [1, 1.5, 5, 4.9],
    zod: z.number().gt(1).lt(5),
    valibot: v.pipe(v.number(), v.gtValue(1), v.ltValue(5)),
    arktype: type('1 < number < 5'),
  },
  whole: {
    values: [1, -1, 1.5],
    zod: z.int(),
    valibot: v.pipe(v.number(), v.safeInteger()),
    arktype: type('-9007199254740991 <= number.integer <= 9007199254740991'),
  },
  even: {
    values: [2, -4, 3],
    zod: z.number().multipleOf(2),
    valibot: v.pipe(v.number(), v.multipleOf(2)),
    arktype: type('number % 2'),
  },
  choice: {
    values: ['a', 'b', 'c', 1, 2],
    zod: z.union([z.enum(['a', 'b']), z.literal(1), z.null()]),
    valibot: v.union([v.picklist(['a', 'b']), v.literal(1), v.null()]),
    arktype: type("'a' | 'b' | 1 | null"),
  },
  flag: {
    values: [true, false, 1],
    zod: z.boolean(),
    valibot: v.boolean(),
    arktype: type('boolean'),
  },
  list: {
    values: [[], [1], [1, 2, 3], [1, 2, 3, 4], ['1']],
    zod: z.array(z.number()).min(1).max(3),
    valibot: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(3)),
    arktype: type('1 <= number[] <= 3'),
  },
  pair: {
    values: [['a', 1], ['a'], [1, 'a']],
    zod: z.tuple([z.string(), z.number()]),
    valibot: v.strictTuple([v.string(), v.number()]),
    arktype: type(['string', 'number']),
  },
  byName: {
    values: [{}, { a: 1 }, { a: 'b' }],
    zod: z.record(z.string(), z.number()),
    valibot: v.record(v.string(), v.number()),
    arktype: type({ '[string]': 'number' }),
  },
  strict: {
    values: [{ a: 'x' }, { a: 'x', b: 1 }, { a: 'x', b: '' }, { a: 'x', c: 1 }, {}],
    zod: z.strictObject({ a: z.string(), b: z.number().optional() }),
    valibot: v.strictObject({ a: v.string(), b: v.optional(v.number()) }),
    arktype: type({ a: 'string', 'b?': 'number', '+': 'reject' }),
  },
  either: {
    values: [{ kind: 'a', n: 1 }, { kind: 'b', s: '' }, { kind: 'a', s: '' }, { kind: 'c' }],
    zod: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), n: z.number() }),
      z.object({ kind: z.literal('b'), s: z.string() }),
    ]),
    valibot: v.variant('kind', [
      v.object({ kind: v.literal('a'), n: v.number() }),
      v.object({ kind: v.literal('b'), s: v.string() }),
    ]),
    arktype: type({ kind: "'a'", n: 'number' }).or({ kind: "'b'", s: 'string' }),
  },
  both: {
    values: [{ a: '', b: 1 }, { a: '' }, { b: 1 }],
    zod: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
    valibot: v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
    arktype: type({ a: 'string' }).and({ b: 'number' }),
  },
  deep: {
    values: [{ lines: [{ amount: 1 }] }, { lines: [{ amount: 0 }] }, { lines: [{}] }],
    zod: z.object({ lines: z.array(z.object({ amount: z.number().min(1) })) }),
    valibot: v.object({ lines: v.array(v.object({ amount: v.pipe(v.number(), v.minValue(1)) })) }),
    arktype: type({ lines: type({ amount: 'number >= 1' }).array() }),
  },
}

/** Each part as a required and as an optional field of a body. */
const libraries: Readonly<Record<string, (part: Part) => Schema>> = {
  zod: (part) => z.object({ value: part.zod, maybe: part.zod.optional() }),
  valibot: ({ valibot }) =>
    toStandardJsonSchema(v.object({ value: valibot, maybe: v.optional(valibot) })),
  arktype: ({ arktype }) => type({ value: arktype, 'maybe?': arktype }),
}

const formats = {
  date: /^\d{4}-(?:0\d|1[012])-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (text: string) => URL.canParse(text),
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
}

const seed = Number(process.env['SEED'] ?? 20261127)

describe('what a document says of a body', () => {
  for (const [library, toSchema] of Object.entries(libraries)) {
    it(`is enforced, and nothing else is: ${library}`, async (t) => {
      t.diagnostic(`SEED=${seed}`)
      const list = routes(
        Object.entries(parts).map(([name, part]) =>
          post(
            `/${name}`,
            handler({ form: body(toSchema(part)) })
              .answers({ 204: null })
              .run(() => null),
          ),
        ),
      )
      const { document, problems } = writeOpenApi(list, { title: 'T', version: '1' })
      const ajv = new Ajv2020({ strict: false, formats }).addSchema({ $id: 'api', ...document })
      await using app = await testApp({
        application: application({ root: import.meta.dirname, routes: list }),
      })
      const client = app.as('json')

      const different: string[] = []
      for (const [name, { values }] of Object.entries(parts)) {
        const place = `api#/paths/~1${name}/post/requestBody/content/application~1json/schema`
        const validate = ajv.compile({ $ref: place })
        const verdicts = new Set<boolean>()
        for (const sent of toBodies(values)) {
          const { status } = await client.send('POST', `/${name}`, { body: sent })
          const fits = validate(sent)
          verdicts.add(fits)
          if ((status === 204) === fits && [204, 422].includes(status)) continue
          different.push(`${name}: ${JSON.stringify(sent)} fits: ${fits}, answered: ${status}`)
        }
        assert.equal(verdicts.size, 2, name)
      }

      assert.deepEqual(problems, [])
      assert.deepEqual(different, [])
    })
  }

  it('leaves out what JSON Schema does not have, and says so', () => {
    const named = z.object({ name: z.string().regex(/^a$/i).max(9), all: z.string().regex(/^b$/i) })
    const several = z.object({ name: z.string().startsWith('a').regex(/z$/i).regex(/b$/) })
    const trimmed = toStandardJsonSchema(
      v.object({ name: v.pipe(v.string(), v.trim(), v.maxLength(9)), day: v.date() }),
    )

    assert.deepEqual(toWritten(named), {
      fields: { name: { type: 'string', maxLength: 9 }, all: { type: 'string' } },
      problems: [
        'the body of POST /: JSON Schema has no flags for the pattern of "all", "name". It is left out.',
      ],
    })
    assert.deepEqual(toWritten(several).fields, {
      name: { type: 'string', allOf: [{ pattern: '^a.*' }, { pattern: 'b$' }] },
    })
    const flagged = type({ name: /^a$/i, code: type(/^a/).and(/z$/) })
    assert.deepEqual(toWritten(flagged), {
      fields: {
        name: { type: 'string' },
        code: { type: 'string', pattern: '^a', allOf: [{ pattern: 'z$' }] },
      },
      problems: [
        'the body of POST /: JSON Schema has no flags for the pattern of /^a$/i. It is left out.',
      ],
    })
    assert.deepEqual(toWritten(trimmed), {
      fields: { name: { type: 'string', maxLength: 9 }, day: {} },
      problems: [
        'the body of POST /: The "date" schema cannot be converted to JSON Schema, The "trim" action cannot be converted to JSON Schema. Such a part is left out.',
      ],
    })
  })
})

/** What is written of the fields of a body. */
function toWritten(schema: Schema): {
  readonly fields: object
  readonly problems: readonly string[]
} {
  const list = routes([
    post(
      '/',
      handler({ form: body(schema) })
        .answers({ 204: null })
        .run(() => null),
    ),
  ])
  const { document, problems } = writeOpenApi(list, { title: 'T', version: '1' })
  const { paths } = JSON.parse(JSON.stringify(document))
  const { properties } = paths['/'].post.requestBody.content['application/json'].schema
  return { fields: properties, problems }
}

/** The values as they are and with a random part replaced, in a body. */
function toBodies(values: readonly unknown[]): readonly object[] {
  const [value, maybe] = [fc.constantFrom(...values), fc.constantFrom(...values, undefined)]
  const fitting = fc.record({ value, maybe })
  const sampled = fc.sample(fc.oneof(fitting, toMutated(fitting)), { seed, numRuns: 60 })
  return [...values.map((each) => ({ value: each })), ...sampled].flatMap((each) => {
    const sent: unknown = JSON.parse(JSON.stringify(each) ?? 'null')
    return typeof sent === 'object' && sent !== null ? [sent] : []
  })
}
