import type { Refused } from '../../../base/support/refused.ts'

/**
 * `unknown` for results that JSON keeps as their type says. For others, such as a date or a model's record, it is a
 * type without values whose name says what to return.
 *
 * It checks three levels; deeper values are checked when the step has run.
 */
export type Keepable<Result> = Lost<Result> extends never ? unknown : Refused<NotKeepable>

/** The compile error for a result that would not be the same when the job runs again. */
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

/** Writes a result as it is kept; `undefined` if JSON cannot keep it, and `null` for no result. */
export function toStepText(result: unknown): string | null | undefined {
  if (result === undefined) return null
  return isKept(result, []) ? JSON.stringify(result) : undefined
}

/** Reads a result that `toStepText` has written. */
export function fromStepText(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text)
}

/** Whether JSON keeps a value, inside of others, as its type says it is: -0 becomes 0. */
function isKept(value: unknown, around: readonly object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || around.includes(value)) return false
  const inside = [...around, value]
  // `Array.from`, because `every` skips holes, which JSON writes as null.
  if (Array.isArray(value)) return Array.from(value).every((each) => isKept(each, inside))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  // A field that is undefined is left out, which reads the same.
  return Object.values(value).every((each) => each === undefined || isKept(each, inside))
}
