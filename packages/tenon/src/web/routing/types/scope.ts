/**
 * Type-level check of the records in a path: how they are related and by which column they are
 * found.
 */
import type { Need } from './need.ts'
import type { NameOf } from './path.ts'

/** The problem with a path's bound records as the end of a sentence; `never` if there is none. */
// oxfmt-ignore
export type ScopeError<Parameters extends readonly string[], Needs, IsUnscoped, Parent = undefined> =
  Parameters extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? NeedOf<First, Needs> extends infer Bound
      ? [ParameterError<First, Bound, IsUnscoped, Parent>] extends [never]
        ? ScopeError<Rest, Needs, IsUnscoped, [ModelNeed<Bound>] extends [never] ? Parent : Bound>
        : ParameterError<First, Bound, IsUnscoped, Parent>
      : never
    : never

/** What the handler binds a parameter to; `never` if it does not bind it. */
type NeedOf<Parameter extends string, Needs> = Needs[NameOf<Parameter> & keyof Needs]

/** A record of a Tenon model: only those are looked up within each other. */
// oxfmt-ignore
type ModelNeed<Bound> =
  [Bound] extends [never] ? never :
  Bound extends { readonly table: infer Table } ? [Table] extends [never] ? never : Bound :
  never

// oxfmt-ignore
type ParameterError<Parameter extends string, Bound, IsUnscoped, Parent> =
  Parameter extends `${infer Name}:${infer Column}`
    ? ColumnError<Name, Column, Bound> | PairError<Name, Bound, IsUnscoped, Parent>
    : Parent extends undefined ? never
    : PairError<NameOf<Parameter>, Bound, IsUnscoped, Parent>

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
