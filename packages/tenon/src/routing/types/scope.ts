/** How records that stand one below the other in a path must be related, and by what they are found. */
import type { Need } from './need.ts'

/** What is wrong with the bound records of a path, as the rest of a sentence; `never` when nothing. */
// oxfmt-ignore
export type ScopeError<Path extends string, Needs, IsUnscoped, Parent = undefined> =
  Path extends `${infer Head}/${infer Tail}`
    ? SegmentError<Head, Needs, IsUnscoped, Parent> extends infer Problem
      ? [Problem] extends [never] ? ScopeError<Tail, Needs, IsUnscoped, ParentAfter<Head, Needs, Parent>> : Problem
      : never
    : SegmentError<Path, Needs, IsUnscoped, Parent>

// oxfmt-ignore
type SegmentError<Segment extends string, Needs, IsUnscoped, Parent> =
  Segment extends `{${infer Name}:${infer Column}}`
    ? Name extends keyof Needs ? ColumnError<Name, Column, Needs[Name]> | PairError<Name, Needs[Name], IsUnscoped, Parent>
      : `names the column "${Column}", but does not bind {${Name}} to a model`
  : NameOf<Segment> extends infer Name extends keyof Needs & string ? PairError<Name, Needs[Name], IsUnscoped, Parent>
  : never

// oxfmt-ignore
type ColumnError<Name extends string, Column extends string, Bound> =
  Bound extends Need
    ? Column extends keyof Bound['byColumn'] ? never : `binds {${Name}} by "${Column}", which is no unique column of its model`
    : never

// oxfmt-ignore
type PairError<Name extends string, Child, IsUnscoped, Parent> =
  IsUnscoped extends true ? never :
  Parent extends Need
    ? Child extends Need
      ? [Child['table']] extends [never] ? never :
        Child['table'] extends Parent['relatedTo'] ? never :
        Parent['table'] extends Child['relatedTo'] ? never :
        `looks {${Name}} up within "${Parent['table']}", but no relation ties that to "${Child['table']}": declare one, or say .unscoped()`
      : never
    : never

/** The record that the next segments stand below: models of ours only. */
// oxfmt-ignore
type ParentAfter<Segment extends string, Needs, Parent> =
  NameOf<Segment> extends infer Name extends keyof Needs
    ? Needs[Name] extends Need ? [Needs[Name]['table']] extends [never] ? Parent : Needs[Name] : Parent
    : Parent

// oxfmt-ignore
type NameOf<Segment extends string> =
  Segment extends `{${infer Name}:${string}}` ? Name :
  Segment extends `{${infer Name}}` ? Name :
  Segment extends `:${infer Name}` ? Name :
  never
