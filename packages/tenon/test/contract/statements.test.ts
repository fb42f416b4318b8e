import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { application, get, handler, routes } from 'tenon'
import { cursorPaginated, list, nullable } from 'tenon/answers'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'

const Item = z.object({ id: z.number() })
const items = [{ id: 1 }, { id: 2 }]

const web = routes([
  get(
    '/latest',
    handler({})
      .answers(nullable(Item))
      .run(() => null),
  ),
  get(
    '/kinds',
    handler({})
      .answers(list(nullable(z.literal('a'))))
      .run(() => ['a', null] as const),
  ),
  get(
    '/feed',
    handler({})
      .answers(cursorPaginated(Item))
      .run(() => ({ data: items, perPage: 2, previousCursor: null, nextCursor: 'x' })),
  ),
])

const { document, problems } = writeOpenApi(web, { title: 'T', version: '1' })

/** What the document says of the answer of a route with one success. */
function documented(path: string, method = 'get') {
  const { paths } = JSON.parse(JSON.stringify(document))
  const [status, response] = Object.entries<object>(paths[path][method].responses)[0] ?? []
  return { status, ...response }
}

describe('each statement', () => {
  it('is described in a document that two validators by others accept', async () => {
    const written = JSON.stringify(document)
    const [one, other] = [
      await new Validator().validate(JSON.parse(written)),
      await validate(JSON.parse(written)),
    ]

    assert.deepEqual([one.valid, one.errors, other.valid], [true, undefined, true])
    assert.deepEqual(problems, [])
  })

  it('is what a request is answered with', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web }),
    })

    assert.deepEqual(await app.checkContract(), [])
  })
})

describe('the document', () => {
  const item = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }

  it('says that an answer may be null', () => {
    assert.partialDeepStrictEqual(documented('/latest'), {
      content: { 'application/json': { schema: { type: ['object', 'null'], required: ['id'] } } },
    })
    assert.partialDeepStrictEqual(documented('/kinds'), {
      content: {
        'application/json': {
          schema: { items: { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] } },
        },
      },
    })
  })

  it('has pages at cursors', () => {
    const cursor = { type: ['string', 'null'] }
    assert.partialDeepStrictEqual(documented('/feed'), {
      content: {
        'application/json': {
          schema: {
            properties: {
              data: { type: 'array', items: item },
              perPage: { type: 'integer' },
              previousCursor: cursor,
              nextCursor: cursor,
            },
            required: ['data', 'perPage', 'previousCursor', 'nextCursor'],
          },
        },
      },
    })
  })
})
