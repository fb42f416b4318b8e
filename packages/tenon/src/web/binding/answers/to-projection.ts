import { unreachable } from '../../../base/support/unreachable.ts'
import type { Description, RecordDescription, RelationDescription } from './description.ts'
import { toSchemaProjection } from './schema-projection.ts'
import { FieldOrder, type Fields, type Projection, type StatedObject } from './stated-value.ts'

/** Compiles the declaration of a response. */
export function toProjection(description: Description): Projection {
  switch (description.kind) {
    case 'record':
      return ofRecords([description])
    case 'schema':
      return toSchemaProjection(description.schema)
    case 'nullable':
      return toProjection(description.item)
    case 'list':
      return ofList(toProjection(description.item))
    case 'page':
      return ofFields([['data', ofList(toProjection(description.item))], ...pageNumbers])
    case 'cursorPage':
      return ofFields([['data', ofList(toProjection(description.item))], ...pageCursors])
    case 'object':
      return ofFields(
        Object.entries(description.fields).map(([name, field]) => [name, toProjection(field)]),
      )
    default:
      return unreachable(description)
  }
}

type NamedProjection = readonly [string, Projection]

/** The fields of `Page` beside its records. */
const pageNumbers: readonly NamedProjection[] = [
  'total',
  'perPage',
  'currentPage',
  'lastPage',
  'previousPage',
  'nextPage',
].map((name) => [name, null])

/** The fields of `CursorPage` beside its records. */
const pageCursors: readonly NamedProjection[] = ['perPage', 'previousCursor', 'nextCursor'].map(
  (name) => [name, null],
)

function ofList(item: Projection): Projection {
  return { objects: [], lists: [{ first: [], others: item }] }
}

function ofFields(fields: readonly NamedProjection[]): Projection {
  return { objects: [toStatedObject(fields)], lists: [] }
}

function ofRecords(records: readonly RecordDescription[]): Projection {
  return { objects: records.map(toRecord), lists: [] }
}

function toRecord({ columns, relations, aggregates, computed }: RecordDescription): StatedObject {
  return toStatedObject([
    ...[...columns, ...aggregates, ...computed].map(({ name }): NamedProjection => [name, null]),
    ...relations.map((relation): NamedProjection => [relation.name, toRelation(relation)]),
  ])
}

function toRelation({ isList, of }: RelationDescription): Projection {
  const record = ofRecords(of)
  return isList ? ofList(record) : record
}

/** A record, a page and a `shape()` always have all their fields. */
function toStatedObject(fields: readonly NamedProjection[]): StatedObject {
  return {
    fields: new Map(fields),
    order: new FieldOrder(new Map(fields)),
    others: undefined,
    fits: (value: Fields) => fields.every(([name]) => value[name] !== undefined),
  }
}
