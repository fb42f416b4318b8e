import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type } from 'arktype'
import { z } from 'zod'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { toJsonSchema } from '../validation/to-json-schema.ts'
import { assertKnownFields, assertSentErrors, OutdatedForm } from './outdated-form.ts'

describe('the fields of an outdated form', () => {
  const isRefused = (schema: Parameters<typeof toJsonSchema>[0], sent: unknown) => {
    try {
      assertKnownFields(sent, toJsonSchema(schema, 'input').schema)
      return false
    } catch (error) {
      return error instanceof OutdatedForm
    }
  }

  it('fit if the schema has all of them, or more', () => {
    const schema = z.object({ title: z.string(), place: z.string().nullable().optional() })

    assert.equal(isRefused(schema, { title: 'A' }), false)
    assert.equal(isRefused(schema, { title: 'A', place: null }), false)
    assert.equal(isRefused(schema, { title: 'A', _method: 'PUT' }), false)
    assert.equal(isRefused(schema, {}), false)
  })

  it('do not fit if the schema does not have one of them, at any depth', () => {
    const schema = z.object({
      lines: z.array(z.object({ product: z.string(), note: z.string().nullish() })),
      address: z.object({ city: z.string() }).nullable(),
    })
    const sent = { lines: [{ product: 'A' }], address: { city: 'B' } }

    assert.equal(isRefused(schema, sent), false)
    assert.equal(isRefused(schema, { ...sent, name: 'A' }), true)
    assert.equal(isRefused(schema, { ...sent, lines: [{ product: 'A', remark: 'C' }] }), true)
    assert.equal(isRefused(schema, { ...sent, address: { town: 'B' } }), true)
  })

  it('may be those of any choice, and of both parts of an intersection', () => {
    const choice = z.union([
      z.object({ kind: z.literal('person'), name: z.string() }),
      z.object({ kind: z.literal('company'), vat: z.string() }),
    ])
    const both = z.object({ a: z.string() }).and(z.object({ b: z.string() }))

    assert.equal(isRefused(choice, { kind: 'company', vat: '1' }), false)
    assert.equal(isRefused(choice, { kind: 'company', tax: '1' }), true)
    assert.equal(isRefused(both, { a: '1', b: '2' }), false)
    assert.equal(isRefused(both, { a: '1', c: '2' }), true)
  })

  it('always fit where a schema does not list them', () => {
    assert.equal(isRefused(z.looseObject({ a: z.string() }), { b: 1 }), false)
    assert.equal(isRefused(z.object({ any: z.unknown() }), { any: { b: [{ c: 1 }] } }), false)
    assert.equal(isRefused(z.record(z.string(), z.string()), { b: '1' }), false)
    assert.equal(isRefused(z.object({ at: z.date() }), { at: { b: 1 } }), false)
  })

  it('are compared with the schemas of other libraries, too', () => {
    const schema = type({ title: 'string', 'place?': 'string' })

    assert.equal(isRefused(schema, { title: 'A' }), false)
    assert.equal(isRefused(schema, { name: 'A' }), true)
  })
})

describe('the errors of an outdated form', () => {
  const isRefused = (sent: unknown, errors: Record<string, string>) => {
    try {
      assertSentErrors(sent, new ValidationFailed(errors))
      return false
    } catch (error) {
      return error instanceof OutdatedForm
    }
  }

  it('are shown if they are about fields that it has sent, or about the whole', () => {
    assert.equal(isRefused({ title: '' }, { title: 'Required' }), false)
    assert.equal(isRefused({ lines: [{ sku: '' }] }, { 'lines.0.sku': 'Required' }), false)
    assert.equal(isRefused({ title: '' }, { _: 'Too many', _more: '3' }), false)
  })

  it('refuse it if one is about a field that it does not have', () => {
    assert.equal(isRefused({ title: '' }, { title: 'Required', name: 'Required' }), true)
    assert.equal(isRefused({ lines: [{}] }, { 'lines.0.sku': 'Required' }), true)
  })
})
