import type { Register } from '../../../base/support/register.ts'
import type { QueryFields } from '../../../web/body/write-query.ts'
import type {
  RouteCall,
  RouteName,
  RouteNeeds,
  RouteParameters,
  WrittenQuery,
} from '../../../web/routing/types/url.ts'
import type { RouteFields } from '../action.ts'
import type { CallOptions } from './call.ts'

/**
 * The arguments of a call after the route's name: the parameters if the path has any, then the input
 * (the body, or the query for a method without one), then options. Distributive, as `RouteArguments`.
 */
// oxfmt-ignore
export type CallArguments<Name extends RouteName> =
  Name extends unknown
    ? [...ParametersArgument<RouteParameters<Name>>, ...InputArgument<Name, RouteCall<Name>>]
    : never

/** The arguments of a call that was refused: what it should have passed. */
export type KnownCall<Name extends string> = Name extends RouteName
  ? CallArguments<Name>
  : readonly unknown[]

// oxfmt-ignore
type ParametersArgument<Parameters> =
  keyof Parameters extends never ? [] :
  {} extends Parameters ? [parameters?: Parameters] :
  [parameters: Parameters]

// oxfmt-ignore
type InputArgument<Name extends RouteName, Call> =
  Call extends { readonly method: 'GET' | 'HEAD' | 'DELETE' | 'OPTIONS'; readonly query: infer Query } ? Optional<unknown extends Query ? unknown : WrittenQuery<Query>, QueryFields> :
  Call extends { readonly fields: infer Fields } ? unknown extends Fields ? Optional<unknown, unknown> : Optional<RouteFields<Name>, unknown> :
  never

// oxfmt-ignore
type Optional<Input, Any> =
  unknown extends Input ? [input?: Any, options?: CallOptions] :
  {} extends Input ? [input?: Input, options?: CallOptions] :
  [input: Input, options?: CallOptions]

/** What a call returns: what the server sends with a stated success. */
// oxfmt-ignore
export type CallValue<Name extends RouteName> =
  RouteCall<Name>['answers'] extends infer Answers
    ? unknown extends Answers ? unknown : Answers[Success<keyof Answers>]
    : never

// oxfmt-ignore
type Success<Status> = Status extends number ? `${Status}` extends `2${string}` ? Status : never : never

/** Every answer of a route by status: what its handler states, and how a request can be refused. */
export type CallResult<Name extends RouteName> = ResultOf<RouteCall<Name>, RouteNeeds<Name>>

type ResultOf<Call extends { readonly answers: unknown }, Needs> =
  | Stated<Call['answers']>
  | Invalid<Call>
  | Refusal<RefusedWith<Needs, Call>>

// oxfmt-ignore
type Stated<Answers> =
  unknown extends Answers ? { readonly ok: true; readonly status: number; readonly value: unknown; readonly headers: Headers } :
  { [Status in keyof Answers & number]: StatedAnswer<Status, Answers[Status]> }[keyof Answers & number]

/** An answer that the handler states. */
export interface StatedAnswer<Status extends number, Value> {
  readonly ok: `${Status}` extends `2${string}` ? true : false
  readonly status: Status
  readonly value: Value
  readonly headers: Headers
}

/** A request that was refused. */
export interface Refusal<Status extends number> {
  readonly ok: false
  readonly status: Status
  readonly message: string
  readonly headers: Headers
  /** The body as the server sent it, such as an error in the application's own format. */
  readonly body: ErrorBody
}

/** What `renderError` answers, if the application registers it. */
type ErrorBody = Register extends { readonly errors: infer Body } ? Body : unknown

// oxfmt-ignore
type Invalid<Call> =
  Call extends { readonly fields: infer Fields; readonly query: infer Query }
    ? FieldName<Fields> | FieldName<Query> extends infer Name extends string
      ? [Name] extends [never] ? never : InvalidInput<Name>
      : never
    : never

/** Invalid input, with the first message of each field; nested fields have dotted names. */
export interface InvalidInput<Name extends string> extends Refusal<422> {
  readonly errors: { readonly [Field in Name | '_']?: string } & {
    readonly [Nested in `${string}.${string}`]?: string
  }
}

type FieldName<Fields> = unknown extends Fields ? never : keyof Fields & string

/** Statuses that any route may answer: a login, a right, a limit or a service may be missing. */
type Anywhere = 401 | 403 | 429 | 500 | 503

// oxfmt-ignore
type RefusedWith<Needs, Call> =
  | Anywhere
  | (keyof Needs extends never ? never : 400 | 404)
  | (Call extends { readonly method: 'GET' | 'HEAD' | 'OPTIONS' } ? never : 409)
  | (Call extends { readonly fields: infer Fields } ? unknown extends Fields ? never : 400 | 413 | 415 : never)
