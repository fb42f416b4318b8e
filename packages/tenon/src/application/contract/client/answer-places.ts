import {
  describeAnswers,
  type AnswerDescription,
  type Description,
  type RecordDescription,
  type RelationDescription,
} from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import type { AnswerPlaces, ObjectPlace, Place } from '../../../base/support/values/answer-place.ts'
import { revivedOf, revivedOfAggregate } from '../openapi/answer-schema.ts'
import { oneOf } from './one-of.ts'
import { SchemaPlaces } from './schema-places.ts'

/** The places of dates and big integers in the answers of a route, and where they cannot be determined. */
export interface WrittenPlaces {
  readonly places: AnswerPlaces
  readonly problems: readonly string[]
}

/** Finds the dates and big integers in the declared responses of a route, for clients that revive them. */
export function toAnswerPlaces(route: ListedRoute): WrittenPlaces {
  const { handler } = route
  if (!(handler instanceof BoundHandler) || handler.answers === undefined) {
    return { places: {}, problems: [] }
  }
  const writer = new PlaceWriter()
  const written = [...describeAnswers(handler.answers.stated)].flatMap(([status, answer]) => {
    const place = writer.answer(answer)
    return place === null ? [] : [[status, place] as const]
  })
  const { definitions, hasConflict } = writer.schemas
  const problems =
    hasConflict || writer.hasConflict
      ? [
          `the answer of ${toTitle(route)}: where it is one of several kinds, nothing tells a date or a big integer from text. ` +
            'It stays text. Give each kind a constant, such as kind: z.literal("book").',
        ]
      : []
  return { places: { ...Object.fromEntries(written), ...definitions }, problems }
}

/** Follows a description. Parts that are schemas are read as the JSON Schema of their library. */
class PlaceWriter {
  readonly schemas = new SchemaPlaces()
  hasConflict = false

  answer(answer: AnswerDescription): Place | null {
    if (answer.kind === 'nothing' || answer.kind === 'redirect') return null
    if (answer.kind === 'content') return null
    return this.#of(answer.kind === 'items' ? answer.item : answer)
  }

  #of(description: Description): Place | null {
    if (description.kind === 'record') return this.#record(description)
    if (description.kind === 'schema') return this.schemas.read(description.schema, 'input')
    if (description.kind === 'object') {
      const fields = Object.entries(description.fields)
      return toObject(fields.map(([name, field]) => [name, this.#of(field)]))
    }
    const item = this.#of(description.item)
    if (description.kind === 'nullable') return item
    const list = toList(item)
    return description.kind === 'list' ? list : toObject([['data', list]])
  }

  /** A view has text on the server too, so nothing is revived. */
  #record({ isView, columns, relations, aggregates }: RecordDescription): Place | null {
    if (isView) return null
    return toObject([
      ...columns.map((column): NamedPlace => {
        const { cast, schema } = column.definition
        const isSchema = cast === undefined && schema !== undefined
        const place = isSchema ? this.schemas.read(schema, 'output') : undefined
        return [column.name, place ?? revivedOf(column) ?? null]
      }),
      ...relations.map((relation): NamedPlace => [relation.name, this.#relation(relation)]),
      ...aggregates.map((each): NamedPlace => [each.name, revivedOfAggregate(each) ?? null]),
    ])
  }

  #relation({ isList, of }: RelationDescription): Place | null {
    const record = oneOf(
      of.map((each) => ({ place: this.#record(each), names: namesOf(each), constants: {} })),
    )
    if (record === undefined) this.hasConflict = true
    return isList ? toList(record ?? null) : (record ?? null)
  }
}

type NamedPlace = readonly [name: string, place: Place | null]

function namesOf({ columns, relations, aggregates }: RecordDescription): readonly string[] {
  return [...columns, ...relations, ...aggregates].map(({ name }) => name)
}

/** Leaves out fields without places: a record, a page and a `shape()` have no other fields. */
function toObject(fields: readonly NamedPlace[]): ObjectPlace | null {
  const own = fields.filter(([, place]) => place !== null)
  return own.length === 0 ? null : { fields: Object.fromEntries(own) }
}

function toList(items: Place | null): Place | null {
  return items === null ? null : { items }
}
