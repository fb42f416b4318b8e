/**
 * Type-level check of the records in a path: how they are related and by which column they are
 * found.
 */
import type { Need } from './need.ts'
import type { ParameterName } from './path.ts'

/**
 * The problem with a path's bound records as the end of a sentence; `never` if there is none.
 *
 * The compiler evaluates this for every route of a list, so the most frequent cases come first:
 * fixed text, and records that are not nested.
 */
// oxfmt-ignore
export type ScopeError<Path extends string, Needs, IsUnscoped, Given, Parent = undefined, Before = never> =
  Path extends `${infer Head}/${infer Tail}`
    ? Head extends Parameter
      ? NeedAt<Head, Needs> extends infer Bound
        ? [SegmentError<Head, Bound, IsUnscoped, Given, Parent, Before>] extends [never]
          ? [ModelNeed<Bound>] extends [never]
            ? ScopeError<Tail, Needs, IsUnscoped, Given, Parent, Before>
            : ScopeError<Tail, Needs, IsUnscoped, Given, Bound, Before | TableOf<Bound>>
          : SegmentError<Head, Bound, IsUnscoped, Given, Parent, Before>
        : never
      : ScopeError<Tail, Needs, IsUnscoped, Given, Parent, Before>
    : Path extends Parameter ? SegmentError<Path, NeedAt<Path, Needs>, IsUnscoped, Given, Parent, Before>
    : never

type Parameter = `{${string}` | `:${string}`

/** What the handler binds a segment's parameter to; `never` if it does not bind it. */
type NeedAt<Segment extends string, Needs> = Needs[ParameterName<Segment> & keyof Needs]

/** A record of a Tenon model: only those are looked up within each other. */
// oxfmt-ignore
type ModelNeed<Bound> =
  [Bound] extends [never] ? never :
  Bound extends { readonly table: infer Table } ? [Table] extends [never] ? never : Bound :
  never

// oxfmt-ignore
type SegmentError<Segment extends string, Bound, IsUnscoped, Given, Parent, Before> =
  Segment extends `{${infer Name}:${infer Column}}`
    ? ColumnError<Name, Column, Bound> | PairError<Name, Bound, IsUnscoped, Parent> | OwnerError<Name, Bound, IsUnscoped, Given, Parent, Before>
    : Parent extends undefined ? OwnerError<ParameterName<Segment>, Bound, IsUnscoped, Given, Parent, Before>
    : PairError<ParameterName<Segment>, Bound, IsUnscoped, Parent> | OwnerError<ParameterName<Segment>, Bound, IsUnscoped, Given, Parent, Before>

/** An owned record needs an owner before it: in the path, as a record that is itself owned, or provided. */
// oxfmt-ignore
type OwnerError<Name extends string, Child, IsUnscoped, Given, Parent, Before> =
  [Child] extends [never] ? never :
  Child extends { readonly owners: infer Owners extends string }
    ? [Owners] extends [never] ? never :
      IsUnscoped extends true ? never :
      [Owners & Before] extends [never]
        ? [LevelsOf<Parent> & (Owners | TableOf<Child>)] extends [never] ? Ownerless<Name, Owners, Given> : never
      : never
    : never

/** The tables of an owned record and its owners; `never` for others. */
// oxfmt-ignore
type LevelsOf<Bound> =
  Bound extends { readonly owners: infer Owners } ? [Owners] extends [never] ? never : Owners | TableOf<Bound> :
  never

// oxfmt-ignore
type Ownerless<Name extends string, Owners extends string, Given> =
  [Owners & ProvidedTable<Given>] extends [never]
    ? `binds {${Name}}, but nothing before it says whose it is: bind a record of ${Owners} before it, add middleware that provides one, or add .unscoped()`
    : never

/** The tables of the records that middleware provides for certain. */
// oxfmt-ignore
type ProvidedTable<Given> =
  Given extends object
    ? Given[keyof Given] extends { readonly '~table': infer Table } ? Table : never
    : never

type TableOf<Bound> = Bound extends { readonly table: infer Table } ? Table : never

// oxfmt-ignore
type ColumnError<Name extends string, Column extends string, Bound> =
  [Bound] extends [never] ? `names the column "${Column}", but does not bind {${Name}} to a model` :
  Bound extends Need
    ? Column extends keyof Bound['byColumn'] ? never : `binds {${Name}} by "${Column}", which is not a unique column of its model`
    : never

// oxfmt-ignore
type PairError<Name extends string, Child, IsUnscoped, Parent> =
  IsUnscoped extends true ? never :
  [ModelNeed<Child>] extends [never] ? never :
  Parent extends Need
    ? Child extends Need
      ? Parent['table'] extends Child['owners'] ? never :
        Child['table'] extends Parent['relatedTo'] ? never :
        Parent['table'] extends Child['relatedTo'] ? never :
        `looks {${Name}} up within "${Parent['table']}", but no relation connects it to "${Child['table']}": declare one, or add .unscoped()`
      : never
    : never
