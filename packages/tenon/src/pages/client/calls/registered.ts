/** The routes of applications as their callers see them: the registered routes, and those of other services. */
import type { NoDemand } from '../../../web/routing/types/demand.ts'
import type { RouteEntry, Refusing } from '../../../web/routing/types/entry.ts'
import type {
  ParametersOf,
  RegisteredEntries,
  RouteName,
  WrittenQuery,
} from '../../../web/routing/types/url.ts'
import type { ReceivedBy } from '../../../web/binding/answers/received.ts'
import type { Register } from '../../../base/support/register.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { SentFields } from '../action.ts'
import type { ServiceApi } from './api.ts'
import type { ArgumentsOf, Operation, ResultOf, ValueOf } from './operation.ts'

/** The registered routes by name. */
type Registered = {
  readonly [Name in keyof RegisteredEntries]: OperationOf<RegisteredEntries[Name], RegisteredErrors>
}

/** The body that `renderError` returns, if the application registers it. */
type RegisteredErrors = Register extends { readonly errors: infer Body } ? Body : unknown

/** The routes of a list by name; the registered ones if no list is given. */
// oxfmt-ignore
type Served<Routes, Errors> =
  unknown extends Routes ? Registered :
  Routes extends RouteList<infer E> ? { readonly [Each in E as Each['name'] & string]: OperationOf<Each, Errors> } :
  never

/** Calls routes by name: the registered routes, or those of another service. See `createClient`. */
export type Api<Routes = unknown, Errors = unknown> = ServiceApi<Served<Routes, Errors>>

/** The same routes, with dates and big integers in their answers. */
// oxfmt-ignore
type RevivedRoutes<Routes, Errors> =
  unknown extends Routes ? { readonly [Name in keyof RegisteredEntries]: RevivedOperationOf<RegisteredEntries[Name], RegisteredErrors> } :
  Routes extends RouteList<infer E> ? { readonly [Each in E as Each['name'] & string]: RevivedOperationOf<Each, Errors> } :
  never

/** Calls routes by name, and revives dates and big integers in their answers. See `revive`. */
export type RevivedApi<Routes = unknown, Errors = unknown> = ServiceApi<
  RevivedRoutes<Routes, Errors>
>

/** The arguments of a call after the route's name. */
export type CallArguments<Name extends RouteName> = ArgumentsOf<Registered, Name>

/** The value that a call returns: the value that the server sends with a declared success. */
export type CallValue<Name extends RouteName> = ValueOf<Registered[Name]['answers']>

/** Every answer of a route by status: the declared responses, and the errors of rejected requests. */
export type CallResult<Name extends RouteName> = ResultOf<Registered[Name]>

/** A route of a list as its callers see it. */
export interface OperationOf<E extends RouteEntry, Errors> extends CalledOperation<E, Errors> {
  readonly answers: E['contract']['answers']
}

/** The same route, with revived answers. */
export interface RevivedOperationOf<E extends RouteEntry, Errors> extends CalledOperation<
  E,
  Errors
> {
  readonly answers: ReceivedBy<E['contract']['stated']>
}

/** The parts that both kinds of routes share. */
interface CalledOperation<E extends RouteEntry, Errors> extends Operation {
  readonly method: E['method']
  readonly parameters: ParametersOf<E>
  readonly query: SentQuery<E['contract']['query']>
  readonly fields: SentBody<E['contract']['fields']>
  readonly headers: Lowercase<E['contract']['headers']>
  // Uses an indexed type, so that editors show the statuses and not the name of this type.
  readonly refusals: { [Status in RefusalsOf<E>]: Status }[RefusalsOf<E>]
  readonly errors: Errors
}

type SentQuery<Query> = unknown extends Query ? unknown : WrittenQuery<Query>

type SentBody<Fields> = unknown extends Fields ? unknown : SentFields<Fields>

/** The type-level twin of `toRefusals` in `operation.ts` of the OpenAPI document, and 500. */
// oxfmt-ignore
type RefusalsOf<E extends RouteEntry> =
  | Parsed<E['parameters'][number], E['contract']>
  | Looked<E['contract']['needs'][keyof E['contract']['needs']]>
  | (E['method'] extends 'GET' | 'HEAD' | 'OPTIONS' ? never : 409 | 413)
  | (unknown extends E['contract']['fields'] ? never : 415)
  | StatusOf<E['refuses']>
  | Judged<Exclude<E['access'], NoDemand | undefined>>
  | 500 | 503

// oxfmt-ignore
type StatusOf<Refuses extends Refusing> =
  Refuses extends number ? Refuses : 403

/** 400 if the route has parameters, a query or a body, because these may be malformed. */
// oxfmt-ignore
type Parsed<Parameters, C extends { readonly fields: unknown; readonly query: unknown }> =
  [Parameters] extends [never]
    ? unknown extends C['fields'] & C['query'] ? never : 400
    : 400

// oxfmt-ignore
type Looked<Need> =
  Need extends { readonly isRecord: true } ? 404 : never

// oxfmt-ignore
type Judged<Rule> =
  [Rule] extends [never] ? never : 403
