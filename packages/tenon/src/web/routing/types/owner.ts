/** Type-level check that a path or its middleware determines the owners of the records it binds. */
import type { NameOf } from './path.ts'

/** The bound models whose owner no middleware provides: only they need an owner in the path. */
// oxfmt-ignore
export type WithoutOwner<Bound, Given> =
  Bound extends { readonly '~owners': infer Owners }
    ? [Owners & ProvidedTable<Given>] extends [never] ? Bound : never
    : never

/** A record that has owners; `owners` are the tables of all of them. */
interface Owned {
  readonly table: string
  readonly owners: string
}

/**
 * The problem with an owned record of a path as the end of a sentence; `never` if there is none.
 *
 * It needs an owner: earlier in the path, provided by middleware, or shared with the record that it is nested in.
 * `Before` are the tables of the earlier records, `Parent` is the record that it is nested in.
 */
// oxfmt-ignore
export type OwnerError<Parameters extends readonly string[], Needs, Given, Parent = never, Before = never> =
  Parameters extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? RecordAt<First, Needs> extends infer Bound
      ? [Bound] extends [never] ? OwnerError<Rest, Needs, Given, Parent, Before> :
        | Ownerless<First, Bound, Given, Parent, Before>
        | OwnerError<Rest, Needs, Given, Bound, Before | TableOf<Bound>>
      : never
    : never

/** What the handler binds a parameter to, if it is a record of a Tenon model. */
// oxfmt-ignore
type RecordAt<Parameter extends string, Needs> =
  Extract<Needs[NameOf<Parameter> & keyof Needs], { readonly relatedTo: string }> extends infer Bound
    ? [TableOf<Bound>] extends [never] ? never : Bound
    : never

// oxfmt-ignore
type Ownerless<Parameter extends string, Bound, Given, Parent, Before> =
  [Bound] extends [never] ? never :
  Bound extends Owned
    ? [Bound['owners'] & (Before | ProvidedTable<Given>)] extends [never]
      ? [LevelsOf<Bound> & OwnedLevels<Parent>] extends [never]
        ? `binds {${NameOf<Parameter>}}, but nothing before it says whose it is: bind a record of ${Bound['owners']} before it, add middleware that provides one, or add .unscoped()`
        : never
      : never
    : never

/** The tables of the records that middleware provides for certain. */
// oxfmt-ignore
type ProvidedTable<Given> =
  Given extends object
    ? Given[keyof Given] extends { readonly '~table': infer Table } ? Table : never
    : never

type LevelsOf<Bound extends Owned> = Bound['table'] | Bound['owners']

/** `never` for a record without an owner: nesting in it does not determine one. */
type OwnedLevels<Bound> = Bound extends Owned ? LevelsOf<Bound> : never

type TableOf<Bound> = Bound extends { readonly table: infer Table } ? Table : never
