/** Type-level check that a path says whose records it binds. */
import type { ParameterName } from './path.ts'

/** The bound models whose owner no middleware provides: only their paths have to be looked at. */
// oxfmt-ignore
export type WithoutOwner<Bound, Given> =
  Bound extends { readonly '~owners': infer Owners }
    ? [Owners & ProvidedTable<Given>] extends [never] ? Bound : never
    : never

/** A record that belongs to others; `owners` are the tables of all of them. */
interface Owned {
  readonly table: string
  readonly owners: string
}

/**
 * The problem with an owned record of a path as the end of a sentence; `never` if there is none.
 *
 * It needs an owner before it: in the path, provided by middleware, or as the record that it is nested in and
 * that has the same owner. `Before` are the tables before, `Parent` is the record that it is nested in.
 */
// oxfmt-ignore
export type OwnerError<Path extends string, Needs, Given, Parent = never, Before = never> =
  Path extends `${infer Head}/${infer Tail}`
    ? NeedAt<Head, Needs> extends infer Bound
      ? [Bound] extends [never] ? OwnerError<Tail, Needs, Given, Parent, Before> :
        | Ownerless<Head, Bound, Given, Parent, Before>
        | OwnerError<Tail, Needs, Given, Bound, Before | TableOf<Bound>>
      : never
    : Ownerless<Path, NeedAt<Path, Needs>, Given, Parent, Before>

/** What the handler binds a segment to, if it is a record of one of our models. */
// oxfmt-ignore
type NeedAt<Segment extends string, Needs> =
  Segment extends `{${string}` | `:${string}`
    ? Extract<Needs[ParameterName<Segment> & keyof Needs], { readonly relatedTo: string }> extends infer Bound
      ? [TableOf<Bound>] extends [never] ? never : Bound
      : never
    : never

// oxfmt-ignore
type Ownerless<Segment extends string, Bound, Given, Parent, Before> =
  [Bound] extends [never] ? never :
  Bound extends Owned
    ? [Bound['owners'] & (Before | ProvidedTable<Given>)] extends [never]
      ? [LevelsOf<Bound> & OwnedLevels<Parent>] extends [never]
        ? `binds {${ParameterName<Segment>}}, but nothing before it says whose it is: bind a record of ${Bound['owners']} before it, add middleware that provides one, or add .unscoped()`
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

/** `never` for a record that belongs to nobody: being nested in it says nothing. */
type OwnedLevels<Bound> = Bound extends Owned ? LevelsOf<Bound> : never

type TableOf<Bound> = Bound extends { readonly table: infer Table } ? Table : never
