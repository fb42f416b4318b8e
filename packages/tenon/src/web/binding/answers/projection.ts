/**
 * Reduces a response to the fields that its handler declares.
 *
 * At boot a declaration is compiled into a tree of projections. A request visits only the parts of it that its
 * value has. Most values have no undeclared fields: checking their names is enough, and they are not copied.
 * Fields are left out; values are not checked.
 */
import {
  FieldOrder,
  isWhole,
  type Fields,
  type Projection,
  type StatedList,
  type StatedObject,
} from './stated-value.ts'

/** Receives the path of each field that is left out. */
export type LeaveOut = (path: string) => void

/** Returns what is sent of a value: the value itself, if nothing has to be left out. */
export function project(value: unknown, stated: Projection, leaveOut?: LeaveOut): unknown {
  return new Projector().project(value, stated, leaveOut)
}

/**
 * Projects one value, and remembers which of several kinds it has chosen for each value inside. To choose, it projects
 * a value as each kind. Without the memory, each of these projections would choose again for the values inside, and
 * the work would double with each level of nesting, as in a filter of `and` and `or` or in a document. It also
 * remembers what `toJSON()` returns: that may be a new object each time, for which nothing would be remembered.
 */
class Projector {
  #objects: Chosen<StatedObject> | undefined
  #lists: Chosen<StatedList> | undefined
  #data: Map<object, unknown> | undefined

  project(value: unknown, stated: Projection, leaveOut: LeaveOut | undefined): unknown {
    if (stated === null || typeof value !== 'object' || value === null) return value
    if (isWhole(value, stated)) return value
    const data = this.#toData(value)
    // Project the result too: `JSON.stringify` will call its own `toJSON()`.
    if (data !== value) return this.project(data, stated, leaveOut)
    if (Array.isArray(value)) {
      return this.#items(value, this.#toList(value, stated.lists), leaveOut)
    }
    // Sound: it is an object and no array.
    const fields = value as Fields
    return this.#fields(fields, this.#toObject(fields, stated.objects), leaveOut)
  }

  #toData(value: object): unknown {
    // Sound: any object may have a `toJSON`.
    const { toJSON } = value as { toJSON?: unknown }
    if (typeof toJSON !== 'function') return value
    this.#data ??= new Map()
    if (!this.#data.has(value)) this.#data.set(value, toJSON.call(value))
    return this.#data.get(value)
  }

  #toList(value: readonly unknown[], lists: readonly StatedList[]): StatedList {
    const [first = noList, second] = lists
    if (second === undefined) return first
    this.#lists ??= new Map()
    return chosenBefore(
      this.#lists,
      lists,
      value,
      () => closest(lists, (each, tell) => this.#items(value, each, tell)) ?? first,
    )
  }

  #toObject(value: Fields, objects: readonly StatedObject[]): StatedObject {
    const [first = noObject, second] = objects
    if (second === undefined) return first
    this.#objects ??= new Map()
    return chosenBefore(this.#objects, objects, value, () => {
      const fitting = objects.filter(({ fits }) => fits(value))
      return closest(fitting, (each, tell) => this.#fields(value, each, tell)) ?? first
    })
  }

  /** Uses `for in`, because `Object.keys()` would make a list for each object. */
  #fields(value: Fields, stated: StatedObject, leaveOut?: LeaveOut): unknown {
    const { fields, others } = stated
    let kept: Record<string, unknown> | undefined
    for (const name in value) {
      let projection = fields.get(name)
      if (projection === null && kept === undefined) continue
      const given = value[name]
      if (projection === undefined) projection = others
      if (projection === undefined) {
        kept ??= fieldsBefore(name, value)
        if (leaveOut !== undefined && isSent(name, value)) leaveOut(name)
        continue
      }
      const sent =
        projection === null
          ? given
          : this.project(given, projection, leaveOut && inside(name, leaveOut))
      if (sent !== given) kept ??= fieldsBefore(name, value)
      if (kept !== undefined) put(kept, name, sent)
    }
    if (kept !== undefined) return kept
    stated.order.learn(value, stated.fields)
    return value
  }

  #items(value: readonly unknown[], { first, others }: StatedList, leaveOut?: LeaveOut): unknown {
    let kept: unknown[] | undefined
    for (let i = 0; i < value.length; i++) {
      const given = value[i]
      const projection = i < first.length ? (first[i] ?? null) : others
      const sent = this.project(given, projection, leaveOut && inside(i, leaveOut))
      if (sent !== given) kept ??= value.slice()
      if (kept !== undefined) kept[i] = sent
    }
    return kept ?? value
  }
}

/** The chosen kinds of values, by the list from which they were chosen. */
type Chosen<Kind> = Map<readonly Kind[], Map<object, Kind>>

function chosenBefore<Kind>(
  chosen: Chosen<Kind>,
  kinds: readonly Kind[],
  value: object,
  choose: () => Kind,
): Kind {
  const ofValues = chosen.get(kinds) ?? new Map<object, Kind>()
  chosen.set(kinds, ofValues)
  const kind = ofValues.get(value) ?? choose()
  ofValues.set(value, kind)
  return kind
}

/** The first kind that leaves out the fewest fields. */
function closest<Kind>(
  kinds: readonly Kind[],
  attempt: (kind: Kind, leaveOut: LeaveOut) => unknown,
): Kind | undefined {
  const counts = kinds.map((kind) => {
    let count = 0
    attempt(kind, () => count++)
    return count
  })
  return kinds[counts.indexOf(Math.min(...counts))]
}

/** If the declaration has no object or array in this place, an empty one is sent. */
const noObject: StatedObject = {
  fields: new Map(),
  others: undefined,
  fits: () => true,
  order: new FieldOrder(new Map()),
}
const noList: StatedList = { first: [], others: { objects: [], lists: [] } }

function fieldsBefore(end: string, value: Fields): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name in value) {
    if (name === end) break
    put(fields, name, value[name])
  }
  return fields
}

/** Assigning to `__proto__` would set the prototype, not a field. */
function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true })
}

/** A separate function, because a closure in the loop would cost an allocation for every field. */
function inside(name: string | number, leaveOut: LeaveOut): LeaveOut {
  return (path) => leaveOut(`${name}.${path}`)
}

/** Whether `JSON.stringify` would send a field. */
function isSent(name: string, value: Fields): boolean {
  const field = value[name]
  const isData = field !== undefined && typeof field !== 'function' && typeof field !== 'symbol'
  return isData && Object.hasOwn(value, name)
}
