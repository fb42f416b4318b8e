import type { HiddenValue } from '../../../base/support/hidden.ts'
import type { Refused } from '../../../base/support/refused.ts'

/**
 * `unknown` for values that a cache returns unchanged. For values that contain functions or symbols, such as a model's
 * record, it is a type without values. The name of that type explains the problem.
 *
 * It checks three levels, enough for a list of records in an object. Deeper values are checked when they are stored.
 */
// oxfmt-ignore
export type Cacheable<Value> =
  Lossy<Value> extends never ? unknown :
  Lossy<Value> extends HiddenValue<infer Sentence> ? Refused<Sentence> :
  Refused<NotCacheable>

/** The compile error for a value that caching would change. */
export type NotCacheable =
  'A cache stores plain data. Pass the result of toJSON(), or pick the fields it needs'

type Levels = [never, 0, 1, 2]

// oxfmt-ignore
type Lossy<Value, Level extends number = 3> =
  unknown extends Value ? never
  : [Level] extends [never] ? never
  : Value extends Never ? Value
  : Value extends Kept ? never
  : Value extends readonly (infer Item)[] ? Lossy<Item, Levels[Level]>
  : Value extends ReadonlyMap<infer Key, infer Item> ? Lossy<Key | Item, Levels[Level]>
  : Value extends ReadonlySet<infer Item> ? Lossy<Item, Levels[Level]>
  : { [Key in keyof Value]-?: Lossy<Value[Key], Levels[Level]> }[keyof Value]

type Never = symbol | ((...parameters: never) => unknown)
type Kept = string | number | boolean | bigint | null | undefined | Date | Uint8Array
