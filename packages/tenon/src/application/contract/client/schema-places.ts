import type { StandardSchemaV1 } from '@standard-schema/spec'
import {
  constantsOf,
  isList,
  isObject,
  SchemaKinds,
  toSchema,
  toSchemas,
  type Schema,
} from '../../../web/binding/answers/schema-kinds.ts'
import { toJsonSchema, type SchemaSide } from '../../../web/validation/to-json-schema.ts'
import { revivedKeyword } from '../../../web/validation/unwritable-part.ts'
import type {
  Definition,
  Kind,
  Leaf,
  ListPlace,
  ObjectPlace,
  Place,
} from '../../../base/support/values/answer-place.ts'
import { oneOf, type ObjectKind } from './one-of.ts'

/** Finds the dates and big integers in the JSON of the schemas of one route. */
export class SchemaPlaces {
  /** The recursive places: places that contain themselves. */
  readonly definitions: Record<Definition, Place> = {}
  /** Whether a value is one of several kinds that cannot be told apart. */
  hasConflict = false
  #count = 0

  read(schema: StandardSchemaV1, side: SchemaSide): Place | null {
    const { schema: root } = toJsonSchema(schema, side, { isSent: true })
    // Check first: a recursive schema has places even if it contains no date.
    if (!JSON.stringify(root).includes(`"${revivedKeyword}":`)) return null
    return new SchemaReader(root, this).read(root)
  }

  nextName(): Definition {
    return `#${this.#count++}`
  }
}

class SchemaReader {
  readonly #kinds: SchemaKinds
  readonly #all: SchemaPlaces
  /** The names of parts that are being read, or that contain themselves. */
  readonly #names = new Map<Schema, Definition>()
  readonly #used = new Set<Definition>()

  constructor(root: Schema, all: SchemaPlaces) {
    this.#kinds = new SchemaKinds(root)
    this.#all = all
  }

  read(schema: Schema): Place | null {
    const known = this.#names.get(schema)
    if (known !== undefined) {
      this.#used.add(known)
      return known
    }
    const name = this.#all.nextName()
    this.#names.set(schema, name)
    const place = this.#toPlace(this.#kinds.of(schema) ?? [])
    if (place !== null && this.#used.has(name)) {
      this.#all.definitions[name] = place
      return name
    }
    this.#names.delete(schema)
    return place
  }

  #toPlace(kinds: readonly Schema[]): Place | null {
    const objects = oneOf(kinds.filter(isObject).map((kind) => this.#toKind(kind)))
    const lists = this.#toList(kinds.filter(isList))
    if (objects === undefined) this.#all.hasConflict = true
    const places: readonly Kind[] = [this.#toLeaf(kinds), objects ?? null, lists]
      .flat()
      .filter((place) => place !== null)
    const [only, second] = places
    if (only === undefined) return null
    return second === undefined ? only : places
  }

  /** Returns the kind of a text that is revived, unless it may also be other text. */
  #toLeaf(kinds: readonly Schema[]): Leaf | null {
    const texts = new Set(kinds.filter(isText).map((kind) => kind[revivedKeyword]))
    const [leaf] = texts
    if (texts.size > 1 && !texts.has(undefined)) this.#all.hasConflict = true
    return texts.size === 1 && (leaf === 'Date' || leaf === 'bigint') ? leaf : null
  }

  #toKind(schema: Schema): ObjectKind {
    const { properties, patternProperties, additionalProperties, propertyNames } = schema
    const own = Object.entries(toSchema(properties))
    const isOpen = additionalProperties !== undefined && additionalProperties !== false
    const others =
      isOpen && patternProperties === undefined ? this.read(toSchema(additionalProperties)) : null
    const fields = own.map(([name, field]) => [name, this.read(toSchema(field))] as const)
    const hasOwn = fields.some(([, place]) => place !== null)
    const place: ObjectPlace = {
      // If all other fields have dates, a field without dates must be named.
      fields: Object.fromEntries(
        others === null ? fields.filter(([, each]) => each !== null) : fields,
      ),
      ...(others === null ? {} : { others }),
    }
    return {
      place: hasOwn || others !== null ? place : null,
      names:
        isOpen || patternProperties !== undefined || propertyNames !== undefined
          ? undefined
          : own.map(([name]) => name),
      constants: Object.fromEntries(constantsOf(own)),
    }
  }

  #toList(lists: readonly Schema[]): ListPlace | null {
    const places = lists.map(({ prefixItems, items }): ListPlace | null => {
      const first = toSchemas(prefixItems).map((each) => this.read(each))
      const rest = this.read(toSchema(items))
      if (rest === null && first.every((each) => each === null)) return null
      return { ...(first.length === 0 ? {} : { first }), items: rest }
    })
    const [only = null] = places
    if (new Set(places.map((place) => JSON.stringify(place))).size <= 1) return only
    this.#all.hasConflict = true
    return null
  }
}

function isText({ type, const: only, enum: values }: Schema): boolean {
  const constants = Array.isArray(values) ? values : [only]
  return [type].flat().includes('string') || constants.some((value) => typeof value === 'string')
}
