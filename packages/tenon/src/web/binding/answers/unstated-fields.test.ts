import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { unreachable } from '../../../base/support/unreachable.ts'
import { project } from './projection.ts'
import { toSchemaProjection } from './schema-projection.ts'

/** A schema as a plain value, from which the test knows the fields that are stated. */
type Stated =
  | { readonly kind: 'text' }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Stated>> }
  | { readonly kind: 'list' | 'record' | 'nullable'; readonly item: Stated }
  | { readonly kind: 'union' | 'tuple'; readonly one: Stated; readonly other: Stated }

const names = ['id', 'name', 'of', 'toJSON']
const { stated } = fc.letrec<{ stated: Stated }>((tie) => ({
  stated: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant({ kind: 'text' as const }),
    fc.record({
      kind: fc.constant('object' as const),
      fields: fc.dictionary(fc.constantFrom(...names), tie('stated'), { maxKeys: 3 }),
    }),
    fc.record({
      kind: fc.constantFrom('list' as const, 'record' as const, 'nullable' as const),
      item: tie('stated'),
    }),
    fc.record({
      kind: fc.constantFrom('union' as const, 'tuple' as const),
      one: tie('stated'),
      other: tie('stated'),
    }),
  ),
}))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('x', null, undefined),
    fc.dictionary(fc.constantFrom(...names, 'salary'), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('value').map((data) => ({ salary: 1, toJSON: () => data })),
  ),
}))

it('sends no field that is not stated, whatever the schema and the value', (t) => {
  const seed = Number(process.env['SEED'] ?? 20261127)
  t.diagnostic(`SEED=${seed}`)
  const property = fc.property(stated, fc.array(value, { maxLength: 5 }), (statement, values) => {
    const projection = toSchemaProjection(toSchema(statement))
    // Twice, because the order of fields is learned.
    for (const each of [...values, ...values]) {
      const text = JSON.stringify(project(each, projection))
      if (text === undefined) continue
      assert.equal(findUnstated(JSON.parse(text), [statement]), undefined, text)
    }
  })

  fc.assert(property, { seed, numRuns: 3000 })
})

function toSchema(statement: Stated): z.ZodType {
  switch (statement.kind) {
    case 'text':
      return z.string()
    case 'object': {
      const fields = Object.entries(statement.fields)
      return z.object(Object.fromEntries(fields.map(([name, each]) => [name, toSchema(each)])))
    }
    case 'list':
      return z.array(toSchema(statement.item))
    case 'record':
      return z.record(z.string(), toSchema(statement.item))
    case 'nullable':
      return toSchema(statement.item).nullable()
    case 'union':
      return z.union([toSchema(statement.one), toSchema(statement.other)])
    case 'tuple':
      return z.tuple([toSchema(statement.one)], toSchema(statement.other))
    default:
      return unreachable(statement)
  }
}

/** The name of a field that none of the statements has. */
function findUnstated(sent: unknown, statements: readonly Stated[]): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const kinds = statements.flatMap(toKinds)
  for (const [name, field] of Object.entries(sent)) {
    const inside = kinds.flatMap((kind) => toInside(kind, name, Array.isArray(sent)))
    if (inside.length === 0 && !Array.isArray(sent)) return name
    const found = findUnstated(field, inside)
    if (found !== undefined) return found
  }
  return undefined
}

function toKinds(statement: Stated): readonly Stated[] {
  if (statement.kind === 'nullable') return toKinds(statement.item)
  if (statement.kind !== 'union') return [statement]
  return [...toKinds(statement.one), ...toKinds(statement.other)]
}

/** What is stated of a field or an item. */
function toInside(statement: Stated, name: string, isList: boolean): readonly Stated[] {
  const { kind } = statement
  if (kind === 'object')
    return statement.fields[name] === undefined || isList ? [] : [statement.fields[name]]
  if (kind === 'list') return isList ? [statement.item] : []
  if (kind === 'record') return isList ? [] : [statement.item]
  if (kind === 'tuple' && isList) return [name === '0' ? statement.one : statement.other]
  return []
}
