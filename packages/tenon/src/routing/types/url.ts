/** How `route()` is typed by the application's registered route list. */
import type { Register } from '../../support/register.ts'
import type { EntriesOf, Entry } from './entry.ts'
import type { ParameterNames } from './path.ts'

/** The entries of the routes that the application has registered; any, while it has not. */
export type RegisteredEntry = Register extends { readonly routes: infer List }
  ? Extract<EntriesOf<List>, { readonly name: string }>
  : Entry & { readonly name: string }

/** The names of the application's routes. */
export type RouteName<E extends Entry = RegisteredEntry> = E['name'] & string

/** The parameters of a named route, each with the type of value that it takes. */
export type RouteParameters<Name extends string, E extends Entry = RegisteredEntry> = Readable<
  ParametersOf<Extract<E, { readonly name: Name }>>
>

/** The arguments after the name: none for a path without parameters. */
// oxfmt-ignore
export type RouteArguments<Name extends string, E extends Entry = RegisteredEntry> =
  string extends Name ? [parameters?: Readonly<Record<string, RouteValue>>] :
  keyof RouteParameters<Name, E> extends never ? [parameters?: {}] :
  [parameters: RouteParameters<Name, E>]

/** A parameter's value in a URL. */
export type RouteValue = string | number | bigint

// oxfmt-ignore
type ParametersOf<E extends Entry> =
  E extends Entry
    ? { readonly [Name in ParameterNames<E['path']>]: Name extends keyof E['needs'] ? E['needs'][Name] : RouteValue }
    : never

type Readable<Parameters> = { [Name in keyof Parameters]: Parameters[Name] }
