import type { Refused } from './refused.ts'

/**
 * The value of a `hidden()` column, such as `user.password`: only `reveal()` accepts it.
 *
 * At run time it is the value itself. For the compiler it is a symbol, which is not assignable to strings, is an
 * error in templates and with `+`, and can still be compared with `null`.
 */
export type Hidden<Sentence extends string, Value> = symbol & HiddenValue<Sentence, Value>

/** What the type of a hidden value carries. */
export interface HiddenValue<Sentence extends string = string, Value = unknown> {
  readonly '~hidden': { readonly sentence: Sentence; readonly value: Value }
}

/** The type of a hidden value after `reveal()`; null stays null. */
// oxfmt-ignore
export type Revealed<Given> =
  Given extends HiddenValue<string, infer Value> ? Value : Given

/**
 * The same type with a sentence in the place of each hidden value, for data that leaves the application. A record is
 * allowed, because its `toJSON` leaves out hidden columns.
 */
// oxfmt-ignore
export type NothingHidden<Value, Path extends string = ''> =
  unknown extends Value ? Value :
  Value extends HiddenValue<infer Sentence> ? Refused<Leak<Path, Sentence>> :
  Value extends string | number | bigint | boolean | symbol | null | undefined | Date | Uint8Array | Error ? Value :
  Value extends { toJSON(): unknown } | ((...parameters: never) => unknown) ? Value :
  { readonly [Name in keyof Value]: NothingHidden<Value[Name], PathWithin<Path, Name>> }

/** The sentence for a hidden value at a path. */
// oxfmt-ignore
export type Leak<Path extends string, Sentence extends string> =
  Path extends `.${infer Below}` ? `${Below}: ${Sentence}` : Sentence

/** The path of a member; an item of a list has the path of the list. */
export type PathWithin<Path extends string, Name> = Name extends string ? `${Path}.${Name}` : Path
