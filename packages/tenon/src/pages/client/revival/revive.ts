import type {
  AnswerPlaces,
  Definition,
  Kind,
  Leaf,
  Place,
} from '../../../base/support/values/answer-place.ts'

/** A route as `routes --json` lists it. */
export interface ApiRoute {
  readonly name: string | null
  readonly method: string
  readonly path: string
  /** The places of dates and big integers in its answers, for `revive`. */
  readonly values?: unknown
}

/** Converts text in a route's answer to dates and big integers. */
export type Revive = (
  body: unknown,
  status: number,
  name: string,
  routes: readonly ApiRoute[] | undefined,
) => unknown

/**
 * An option of clients that makes answers have a `Date` or a `bigint` where the server has one.
 *
 * `createClient({ routes, revive })`. The routes list the places; nothing else is changed. You import it as a value, so
 * that other clients do not load it. Throws if the routes were printed by a version without these places.
 */
export const revive: Revive = (body, status, name, routes) => {
  const places = routes?.find((route) => route.name === name)?.values
  if (!isObject(places)) {
    throw new Error('The routes do not say where dates are. Print them again: routes --json.')
  }
  // Sound: the command `routes --json` writes nothing else there.
  const known = places as AnswerPlaces
  const place = known[status]
  return isItems(body) ? reviveItems(place, body, known) : reviveAt(place, body, known)
}

/** Revives the items of a stream. Leaving a loop over the items ends the request, as without reviving. */
async function* reviveItems(
  place: Place | undefined,
  items: AsyncIterable<unknown>,
  known: AnswerPlaces,
): AsyncGenerator {
  for await (const item of items) yield reviveAt(place, item, known)
}

function reviveAt(place: Place | null | undefined, value: unknown, known: AnswerPlaces): unknown {
  if (isDefinition(place)) return reviveAt(known[place], value, known)
  const kind = isChoice(place) ? place.find((each) => fits(each, value)) : place
  if (kind == null || !fits(kind, value)) return value
  if (typeof kind === 'string') return toValue(kind, String(value))
  if ('items' in kind) {
    const { first = [], items } = kind
    return toItems(value).map((item, i) => reviveAt(i in first ? first[i] : items, item, known))
  }
  const { fields, others } = kind
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, field]) => [
      name,
      reviveAt(Object.hasOwn(fields, name) ? fields[name] : others, field, known),
    ]),
  )
}

/** Converts a text. Text that is not a number stays as it is, because a server of another version may send it. */
function toValue(leaf: Leaf, text: string): unknown {
  if (leaf === 'Date') return new Date(text)
  return /^-?\d+$/.test(text) ? BigInt(text) : text
}

function fits(kind: Kind, value: unknown): boolean {
  if (typeof kind === 'string') return typeof value === 'string'
  if ('items' in kind) return Array.isArray(value)
  if (!isObject(value) || Array.isArray(value)) return false
  const given = new Map(Object.entries(value))
  return Object.entries(kind.if ?? {}).every(([name, values]) => values.includes(given.get(name)))
}

function isDefinition(place: Place | null | undefined): place is Definition {
  return typeof place === 'string' && place.startsWith('#')
}

function isChoice(place: Place | null | undefined): place is readonly Kind[] {
  return Array.isArray(place)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function toItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isItems(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value
}
