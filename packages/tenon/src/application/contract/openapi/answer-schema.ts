import { unreachable } from '../../../base/support/unreachable.ts'
import { mapValues } from '../../../base/support/values/map-values.ts'
import { rulesOf } from '../../../data/columns/column-type.ts'
import type { TableColumn } from '../../../data/columns/table.ts'
import type { Computed } from '../../../data/relations/plan.ts'
import type { Leaf } from '../../../base/support/values/answer-place.ts'
import type {
  Description,
  RecordDescription,
  RelationDescription,
} from '../../../web/binding/answers/description.ts'
import { revivedKeyword } from '../../../web/validation/unwritable-part.ts'
import { orNull, toObject, type Components, type JsonSchema } from './json-schema.ts'
import { fromStandardSchema } from './standard-schema.ts'

/** Returns the schema of the JSON that a handler declares. */
export function toAnswerSchema(description: Description, writing: Writing): JsonSchema {
  if (description.kind === 'record') return toRecord(description, writing.components)
  if (description.kind === 'schema') {
    return fromStandardSchema(description.schema, 'input', { ...writing, isSent: true })
  }
  if (description.kind === 'object') {
    return toObject(mapValues(description.fields, (field) => toAnswerSchema(field, writing)))
  }
  const item = toAnswerSchema(description.item, writing)
  if (description.kind === 'nullable') return orNull(item)
  const items = { type: 'array', items: item }
  if (description.kind === 'list') return items
  return description.kind === 'page' ? toPage(items) : toCursorPage(items)
}

/** Where a document is being written, for what it cannot say. */
export interface Writing {
  readonly place: string
  readonly components: Components
}

function toPage(data: JsonSchema): JsonSchema {
  const neighbor = { type: ['integer', 'null'], minimum: 1 }
  return toObject({
    data,
    total: count,
    perPage: count,
    currentPage: count,
    lastPage: count,
    previousPage: neighbor,
    nextPage: neighbor,
  })
}

function toCursorPage(data: JsonSchema): JsonSchema {
  const cursor = { type: ['string', 'null'] }
  return toObject({ data, perPage: count, previousCursor: cursor, nextCursor: cursor })
}

const count: JsonSchema = { type: 'integer', minimum: 0 }

/** The columns of a model are a component, to which what a query loads is added; a view is one as a whole. */
function toRecord(
  { name, isView, columns, relations, aggregates, computed }: RecordDescription,
  components: Components,
): JsonSchema {
  const own = Object.fromEntries([
    ...columns.map((column) => [
      column.name,
      // What a view shows is text on the server, too.
      isView ? toColumn(column, name, components) : toOwnColumn(column, name, components),
    ]),
    ...computed.map((value) => [value.name, toComputed(value, name, components)]),
  ])
  const loaded = {
    ...Object.fromEntries(
      relations.map((relation) => [relation.name, toRelation(relation, components)]),
    ),
    ...Object.fromEntries(
      aggregates.map((each) => [each.name, toAggregate(each, { name, isView }, components)]),
    ),
  }
  const schema = toObject(isView ? { ...own, ...loaded } : own)
  if (!components.isFreeFor(name, schema)) {
    components.tell(
      `two schemas are called "${name}", and the order of the routes says which gets a number. ${isView ? "Name the view: view(…, { name: '…' })" : 'Rename one of the models'}.`,
    )
  }
  if (isView) return components.add(name, schema)
  const model = components.add(name, schema)
  return Object.keys(loaded).length === 0 ? model : { allOf: [model, toObject(loaded)] }
}

function toRelation(
  { isList, isNullable, of }: RelationDescription,
  components: Components,
): JsonSchema {
  const records = of.map((each) => toRecord(each, components))
  const [only = {}, second] = records
  const record = second === undefined ? only : { anyOf: records }
  if (isList) return { type: 'array', items: record }
  return isNullable ? orNull(record) : record
}

type Aggregated = RecordDescription['aggregates'][number]

function toAggregate(
  { by, column }: Aggregated,
  { name, isView }: Pick<RecordDescription, 'name' | 'isView'>,
  components: Components,
): JsonSchema {
  switch (by) {
    case 'count':
      return count
    case 'exists':
      return { type: 'boolean' }
    case 'sum':
      return toSum(column, isView, components)
    case 'avg':
      return orNull(column.definition.digits === undefined ? { type: 'number' } : numberAsText)
    case 'min':
    case 'max': {
      const found = { ...column, definition: { ...column.definition, nullable: true } }
      return isView ? toColumn(found, name, components) : toOwnColumn(found, name, components)
    }
    default:
      return unreachable(by)
  }
}

/** A sum may be larger than a value, or have more digits. */
function toSum(column: TableColumn, isView: boolean, components: Components): JsonSchema {
  const { type } = rulesOf(column.definition).jsonSchema?.(column.definition) ?? {}
  if (type !== 'string') return { type: type ?? 'number' }
  return isView ? numberAsText : markRevived(numberAsText, column, components)
}

const numberAsText: JsonSchema = { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` }

function toComputed({ name, schema }: Computed, view: string, components: Components): JsonSchema {
  const place = `the computed "${name}" of ${view}`
  if (schema !== undefined) return fromStandardSchema(schema, 'input', { place, components })
  components.tell(
    `${place}: it has no schema, so it may be anything. Pass one: .compute(…, { schema: z.string() }).`,
  )
  return {}
}

function toOwnColumn(column: TableColumn, model: string, components: Components): JsonSchema {
  return markRevived(toColumn(column, model, components), column, components)
}

function markRevived(schema: JsonSchema, column: TableColumn, components: Components): JsonSchema {
  const revivedAs = revivedOf(column)
  return components.marksRevived && revivedAs !== undefined
    ? { ...schema, [revivedKeyword]: revivedAs }
    : schema
}

/** What clients make of a column's text; only a cast knows what its values are, so they stay text. */
export function revivedOf({ definition }: TableColumn): Leaf | undefined {
  return definition.cast === undefined ? rulesOf(definition).revivedAs : undefined
}

/** The same for a value computed from related records: a sum is what its column is, and so is an extreme. */
export function revivedOfAggregate({ by, column }: Aggregated): Leaf | undefined {
  return by === 'sum' || by === 'min' || by === 'max' ? revivedOf(column) : undefined
}

/** The JSON of a column's values. */
export function toColumn(column: TableColumn, model: string, components: Components): JsonSchema {
  const { name, definition } = column
  const place = `the column "${name}" of ${model}`
  const { cast, schema, nullable } = definition
  if (cast !== undefined) {
    components.tell(`${place}: it has a cast, so it may be anything.`)
    return {}
  }
  const { jsonSchema } = rulesOf(definition)
  if (jsonSchema === undefined) {
    const json =
      schema === undefined
        ? {}
        : fromStandardSchema(schema, 'output', { place, components, isSent: true })
    return nullable && schema !== undefined ? orNull(json) : json
  }
  const item =
    definition.item && toColumn({ ...column, definition: definition.item }, model, components)
  const written = jsonSchema(definition, item)
  return nullable ? orNull(written) : written
}
