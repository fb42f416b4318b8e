/**
 * Nothing for a value that a cache gives back as it was; for one with functions or symbols within,
 * such as a record of a model, a type that no value has and whose name says why.
 *
 * It looks three levels deep, which is enough for a list of records in an object; the rest is
 * checked when the value is stored.
 */
export type Cacheable<Value> = Lossy<Value> extends never ? unknown : NotCacheable

/** Shown where a value is cached that would come back as another one. */
export interface NotCacheable {
  readonly 'A cache holds plain data. Give it what toJSON() gives, or pick the fields it needs': never
}

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
  : { [Key in keyof Value]: Lossy<Value[Key], Levels[Level]> }[keyof Value]

type Never = symbol | ((...parameters: never) => unknown)
type Kept = string | number | boolean | bigint | null | undefined | Date | Uint8Array
