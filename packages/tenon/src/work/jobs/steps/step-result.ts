import type { Refused } from '../../../base/support/refused.ts'

/**
 * `unknown` if JSON keeps the result as its type says. For other results, such as a date or a model's record, it is a
 * type without values. The name of that type tells the user what to return.
 *
 * It checks three levels; deeper values are checked when the step has run.
 */
export type Keepable<Result> = Lost<Result> extends never ? unknown : Refused<NotKeepable>

/** The compile error for a result that would change when the job runs again. */
export type NotKeepable =
  'A step keeps JSON. Return plain objects, lists, text, numbers, booleans and null, such as the id of a record'

type Levels = [never, 0, 1, 2]

// oxfmt-ignore
type Lost<Value, Level extends number = 3> =
  unknown extends Value ? never
  : [Level] extends [never] ? never
  : Value extends string | number | boolean | null | undefined | void ? never
  : Value extends Never ? Value
  : Value extends readonly (infer Item)[] ? Lost<Item, Levels[Level]>
  : { [Key in keyof Value]-?: Lost<Value[Key], Levels[Level]> }[keyof Value]

type Never =
  | bigint
  | symbol
  | ((...parameters: never) => unknown)
  | { toJSON(): unknown }
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>

/** Writes a result as JSON; `undefined` if JSON cannot keep it, and `null` if the function returned nothing. */
export function toStepText(result: unknown): string | null | undefined {
  if (result === undefined) return null
  return isKept(result, []) ? JSON.stringify(result) : undefined
}

/** Reads a result from `toStepText`. */
export function fromStepText(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text)
}

/** Whether JSON keeps the type of a value. `around` are the values that contain it. -0 becomes 0, which is accepted. */
function isKept(value: unknown, around: readonly object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || around.includes(value)) return false
  const inside = [...around, value]
  // `Array.from`, because `every` skips holes and JSON writes them as null.
  if (Array.isArray(value)) return Array.from(value).every((each) => isKept(each, inside))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  // JSON omits an undefined field, and reading the missing field gives undefined too.
  return Object.values(value).every((each) => each === undefined || isKept(each, inside))
}
