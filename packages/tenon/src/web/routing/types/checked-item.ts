/** Rejects an item of a route list, with a sentence, if one of its routes cannot work. */
import type { Refused } from '../../../base/support/refused.ts'
import type { AccessProblem, AccessUnstated, Missing } from './access.ts'
import type { EntriesOf, RouteEntry } from './entry.ts'
import type { OwnerError, WithoutOwner } from './owner.ts'
import type { JoinedPathError, NameOf } from './path.ts'
import type { ScopeError } from './scope.ts'

/** The item if all its routes are valid, otherwise the problem. */
// oxfmt-ignore
export type CheckedItem<Item> =
  [Problem<EntriesOf<Item>>] extends [never] ? Item : Problem<EntriesOf<Item>>

/** The item if all its routes are valid and say who may use them, otherwise the problem. */
// oxfmt-ignore
export type StatedItem<Item> =
  [AccessUnstated<EntriesOf<Item>>] extends [never] ? CheckedItem<Item> : AccessUnstated<EntriesOf<Item>>

// oxfmt-ignore
type Problem<E extends RouteEntry> =
  E extends RouteEntry
    ? [JoinedPathError<E['path'], E['parameters']>] extends [never]
      ? [WithoutParameter<keyof E['contract']['needs'], E['parameters']>] extends [never]
        ? ScopeMismatch<E['path'], ScopeError<E['parameters'], E['contract']['needs'], E['isUnscoped']>> | OwnerProblem<E> | TakesProblem<E> | AccessProblem<E>
        : Refused<`The handler of "${E['path']}" binds {${WithoutParameter<keyof E['contract']['needs'], E['parameters']> & string}}, but that path has no such parameter`>
      : Refused<JoinedPathError<E['path'], E['parameters']>>
    : never

/** The names that no parameter has; `never` for a handler without a known type, whose own error is reported. */
// oxfmt-ignore
type WithoutParameter<Name, Parameters extends readonly string[]> =
  string extends Name ? never : Exclude<Name, NameOf<Parameters[number]>>

// oxfmt-ignore
type ScopeMismatch<Path extends string, Message> =
  Message extends string ? Refused<`The handler of "${Path}" ${Message}`> : never

// oxfmt-ignore
type OwnerProblem<E extends RouteEntry> =
  [E['contract']['owned']] extends [never] ? never :
  E['isUnscoped'] extends true ? never :
  [WithoutOwner<E['contract']['owned'], E['given']>] extends [never] ? never :
  ScopeMismatch<E['path'], OwnerError<E['parameters'], E['contract']['needs'], E['given']>>

// oxfmt-ignore
type TakesProblem<E extends RouteEntry> =
  [E['contract']['takes']] extends [never] ? never :
  Unprovided<E['path'], Missing<E['contract']['takes'], E['given']>>

// oxfmt-ignore
type Unprovided<Path extends string, Name> =
  Name extends string
    ? Refused<`The handler of "${Path}" binds {${Name}}, but no middleware before it provides it`>
    : never

/** `unknown` for a handler that takes nothing from the path. */
// oxfmt-ignore
export type WithoutNeeds<Needs extends object> =
  [keyof Needs] extends [never] ? unknown :
  Refused<`A fallback has no path, so it cannot bind {${keyof Needs & string}}`>
