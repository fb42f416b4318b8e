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
export type ScopeError<Path extends string, Needs, IsUnscoped, Parent = undefined> =
  Path extends `${infer Head}/${infer Tail}`
    ? Head extends Parameter
      ? NeedAt<Head, Needs> extends infer Bound
        ? [SegmentError<Head, Bound, IsUnscoped, Parent>] extends [never]
          ? ScopeError<Tail, Needs, IsUnscoped, [ModelNeed<Bound>] extends [never] ? Parent : Bound>
          : SegmentError<Head, Bound, IsUnscoped, Parent>
        : never
      : ScopeError<Tail, Needs, IsUnscoped, Parent>
    : Path extends Parameter ? SegmentError<Path, NeedAt<Path, Needs>, IsUnscoped, Parent>
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
type SegmentError<Segment extends string, Bound, IsUnscoped, Parent> =
  Segment extends `{${infer Name}:${infer Column}}`
    ? ColumnError<Name, Column, Bound> | PairError<Name, Bound, IsUnscoped, Parent>
    : Parent extends undefined ? never
    : PairError<ParameterName<Segment>, Bound, IsUnscoped, Parent>

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
      ? Child['table'] extends Parent['relatedTo'] ? never :
        Parent['table'] extends Child['relatedTo'] ? never :
        Child extends { readonly owners: infer Owners } ? Parent['table'] extends Owners ? never : Unrelated<Name, Parent, Child> :
        Unrelated<Name, Parent, Child>
      : never
    : never

// oxfmt-ignore
type Unrelated<Name extends string, Parent extends Need, Child extends Need> =
  `looks {${Name}} up within "${Parent['table']}", but no relation connects it to "${Child['table']}": declare one, or add .unscoped()`
