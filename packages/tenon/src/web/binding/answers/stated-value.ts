/** What is sent of a value; `null` sends all of it. */
export type Projection = StatedValue | null

/** The kinds of objects and arrays that a value may be. Anything but those is sent as it is. */
export interface StatedValue {
  readonly objects: readonly StatedObject[]
  readonly lists: readonly StatedList[]
}

/** One kind of object. */
export interface StatedObject {
  readonly fields: ReadonlyMap<string, Projection>
  /** What is sent of fields that the statement does not name; `undefined` leaves them out. */
  readonly others: Projection | undefined
  /** Whether a value can be an object of this kind; called if there are several kinds. */
  readonly fits: (value: Fields) => boolean
  readonly order: FieldOrder
}

/** One kind of array: its first items, and the items after them. */
export interface StatedList {
  readonly first: readonly Projection[]
  readonly others: Projection
}

export type Fields = Readonly<Record<string, unknown>>

/**
 * Whether a value certainly has nothing to leave out; `false` if only a closer look can tell.
 *
 * For 41 objects with 142 fields it takes 0.5 µs, and `JSON.stringify` 3.2 µs. A function that writes the stated fields
 * itself took 0.6 µs more than both; so did one with a list of names from `Object.keys()`.
 */
export function isWhole(value: unknown, stated: Projection): boolean {
  if (stated === null || typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return isWholeList(value, stated.lists)
  const { objects } = stated
  // Sound: it is an object and no array.
  return objects.length === 1 && objects[0]?.order.isOfWhole(value as Fields) === true
}

function isWholeList(value: readonly unknown[], lists: readonly StatedList[]): boolean {
  const [list] = lists
  if (list === undefined || lists.length > 1 || list.first.length > 0) return false
  if ('toJSON' in value) return false
  const { others } = list
  if (others === null) return true
  // Look it up once, because most items are objects of one kind.
  const order = others.objects.length === 1 ? others.objects[0]?.order : undefined
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i]
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
    // Sound: it is an object and no array.
    const isDone = isObject && order ? order.isOfWhole(item as Fields) : isWhole(item, others)
    if (!isDone) return false
  }
  return true
}

/**
 * The fields of one kind of object, in the order in which values have them, so that each name of a value is compared
 * with only one other. At first it is the order of the declaration. Then it is that of the first value with a different
 * order, because a handler builds all its values in the same order.
 */
export class FieldOrder {
  #names: readonly string[]
  #projections: readonly Projection[]
  #isLearned = false

  constructor(fields: ReadonlyMap<string, Projection>) {
    this.#names = [...fields.keys()]
    this.#projections = [...fields.values()]
  }

  /** Whether a value has only these fields, in this order, and nothing to leave out. Fields may be missing. */
  isOfWhole(value: Fields): boolean {
    // Check this first: a record sends the result of `toJSON()`, not its own fields.
    if (value['toJSON'] !== undefined) return false
    const names = this.#names
    const projections = this.#projections
    let i = 0
    // Not `Object.keys()`, which would make a list for each object.
    for (const name in value) {
      while (name !== names[i]) {
        if (++i >= names.length) return false
      }
      const field = value[name]
      // Check here: most fields are not objects, and a function call for each would double the time.
      if (typeof field === 'object' && !isWhole(field, projections[i] ?? null)) return false
      i++
    }
    return true
  }

  /** Adopts the order of a value, once. */
  learn(value: Fields, fields: ReadonlyMap<string, Projection>): void {
    if (this.#isLearned) return
    this.#isLearned = true
    const own = Object.keys(value).filter((name) => fields.has(name))
    this.#names = [...new Set([...own, ...fields.keys()])]
    this.#projections = this.#names.map((name) => fields.get(name) ?? null)
  }
}
