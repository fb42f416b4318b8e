/**
 * How `route()` is typed by the application's registered route list.
 *
 * A handler may call `route()` of the list that it stands in: no alias here has a defaulted
 * parameter, which the checker would find circular, and the table by name is computed once, so that
 * a thousand calls do not walk a thousand routes each.
 */
import type { Register } from '../../support/register.ts'
import type { EntriesOf, Entry } from './entry.ts'
import type { Need } from './need.ts'
import type { ParameterNames } from './path.ts'

type RegisteredEntry = Register extends { readonly routes: infer List }
  ? EntriesOf<List>
  : Entry & { readonly name: string }

type RegisteredEntries = {
  readonly [E in RegisteredEntry as E['name'] & string]: E
}

/** The names of the application's routes; any, while it has registered none. */
export type RouteName = keyof RegisteredEntries & string

/** What the compiler shows for a name that no route has. */
export interface UnknownRoute<Message extends string> {
  readonly __unknown_route: Message
}

/** The arguments of `route()` after the name: none for a path without parameters. */
export type RouteArguments<Name extends RouteName> = ArgumentsOf<
  ParametersOf<RegisteredEntries[Name]>
>

/**
 * A name, or a sentence when no route has it.
 *
 * Of the second signature of `route()`, which only calls that the first one refuses come to: the
 * compiler reports the last one. As the only one it would cost each right call more.
 */
export type KnownRoute<Name extends string> = Name extends RouteName
  ? Name
  : UnknownRoute<`There is no route named "${Name}"`>

/** The arguments after such a name: what a refused call should have had. */
export type KnownArguments<Name extends string> = Name extends RouteName
  ? RouteArguments<Name>
  : [parameters?: Readonly<Record<string, RouteValue>>]

/** The method that a named route is called with, and what it accepts. */
export type RouteCall<Name extends RouteName> = RegisteredEntries[Name]['call']

/** A parameter's value in a URL. */
export type RouteValue = string | number | bigint

/** The parameters of a path, each with the type of value that it takes. */
// oxfmt-ignore
export type ParametersOf<E extends Entry> =
  string extends E['path'] ? Partial<Record<string, RouteValue>> :
  { readonly [Name in ParameterNames<E['path']>]: Name extends keyof E['needs'] ? ValueFor<E['path'], Name, E['needs'][Name]> : RouteValue }

// oxfmt-ignore
type ValueFor<Path extends string, Name extends string, Bound> =
  Bound extends Need
    ? Path extends `${string}{${Name}:${infer Column}}${string}`
      ? Column extends keyof Bound['byColumn'] ? Bound['byColumn'][Column] : never
      : Bound['url']
    : RouteValue

// oxfmt-ignore
export type ArgumentsOf<Parameters> =
  keyof Parameters extends never ? [parameters?: Readonly<Record<string, never>>] :
  {} extends Parameters ? [parameters?: Parameters] :
  [parameters: Parameters]
