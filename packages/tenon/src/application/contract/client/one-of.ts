import type { ObjectPlace, Place } from '../../../base/support/values/answer-place.ts'

/** One of the kinds of objects that a value may be. */
export interface ObjectKind {
  readonly place: Place | null
  /** All its fields, including those without dates; `undefined` if it may have other fields. */
  readonly names: readonly string[] | undefined
  /** Its fields with constant values. */
  readonly constants: Readonly<Record<string, readonly unknown[]>>
}

/**
 * Returns the place of a value that may be one of several kinds of objects. If no field is a date in one kind and
 * something else in another, it is one place for all kinds; otherwise it is a choice by their constants. `undefined` if
 * the constants do not tell the kinds apart.
 */
export function oneOf(
  kinds: readonly ObjectKind[],
): ObjectPlace | readonly ObjectPlace[] | null | undefined {
  const places = kinds.map(({ place }) => toObjectPlace(place))
  if (places.every((place) => place === null)) return null
  const [only] = places
  if (kinds.length === 1 && only !== undefined) return only
  const common = mergeAll(kinds, places)
  if (common !== undefined) return common
  const areApart = kinds.every((one, i) =>
    kinds.slice(i + 1).every((other) => tellApart(one, other)),
  )
  if (!areApart) return undefined
  return kinds.map(({ constants }, i) => ({ ...(places[i] ?? { fields: {} }), if: constants }))
}

function toObjectPlace(place: Place | null): ObjectPlace | null {
  return typeof place === 'object' && place !== null && 'fields' in place ? place : null
}

/** One place for all kinds. A field that several kinds have must be the same in each. */
function mergeAll(
  kinds: readonly ObjectKind[],
  places: ReadonlyArray<ObjectPlace | null>,
): ObjectPlace | undefined {
  // If a kind allows other fields, such a field may have the name of another kind's field.
  if (kinds.some(({ names }) => names === undefined)) return undefined
  const names = new Set(kinds.flatMap((kind) => kind.names ?? []))
  const fields: [name: string, place: Place][] = []
  for (const name of names) {
    const found = kinds.flatMap((kind, i) =>
      kind.names?.includes(name) === true ? [ownOf(places[i]?.fields ?? {}, name) ?? null] : [],
    )
    if (new Set(found.map((place) => JSON.stringify(place))).size > 1) return undefined
    const [first] = found
    if (first != null) fields.push([name, first])
  }
  return { fields: Object.fromEntries(fields) }
}

/** Whether both have a field with constants and no constant in common. */
function tellApart(one: ObjectKind, other: ObjectKind): boolean {
  return Object.entries(one.constants).some(([name, values]) => {
    const others = ownOf(other.constants, name)
    return others !== undefined && !others.some((value) => values.includes(value))
  })
}

/** An object's own value under a name. The name may be one that all objects inherit. */
function ownOf<Value>(fields: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
