/**
 * The form in which a value of the server reaches a page: what `JSON.stringify` makes of it.
 *
 * A `Date` is a string, a record is what its `toJSON` gives; what JSON leaves out is left out.
 */
// oxfmt-ignore
export type Wire<Value> =
  unknown extends Value ? Value
  : Value extends { toJSON(): infer Json } ? Wire<Json>
  : Value extends string | number | boolean | null | undefined ? Value
  : Value extends Dropped ? never
  : Value extends readonly unknown[] ? { [Index in keyof Value]: Wire<Value[Index]> }
  : { [Key in keyof Value as KeptKey<Value, Key>]: Wire<Value[Key]> }

type KeptKey<Value, Key extends keyof Value> = Key extends symbol
  ? never
  : Value[Key] extends Dropped
    ? never
    : Key

type Dropped = bigint | symbol | ((...parameters: never) => unknown)
