/**
 * Every value that JSON can carry. It is the narrowest of the types for this (Tenon's `Json`, `z.json()`, their
 * wire form), so it is assignable to each of them.
 *
 * `AnyJson extends Value` recognizes such a type. A type that maps values stops there, because the compiler
 * would follow the recursion until it gives up (TS2589).
 */
export type AnyJson = string | number | boolean | null | AnyJson[] | { [name: string]: AnyJson }
