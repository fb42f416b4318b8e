/** The types of a call's arguments and result, derived from the route. */
import type { QueryFields } from '../../../web/body/write-query.ts'
import type { CallOptions, KeyedCallOptions } from './call-options.ts'

/** A route, as its callers see it. */
export interface Operation {
  readonly method: string
  /** The values of the path's parameters by name. */
  readonly parameters: object
  /** The query that it takes; `unknown` if the route does not declare it. */
  readonly query: unknown
  /** The body that it takes; `unknown` if the route does not declare it. */
  readonly fields: unknown
  /** The headers that it reads, in lower case; absent if no header is known. */
  readonly headers?: string
  /** The values that it sends, by status; `unknown` if the route does not declare them. */
  readonly answers: unknown
  /** The statuses with which it rejects requests, except 422. */
  readonly refusals: number
  /** The body of its errors; absent if unknown. */
  readonly errors?: unknown
}

/** The routes of a service by name. */
export type Operations = Readonly<Record<string, Operation>>

/**
 * The arguments of a call after the route's name: the parameters if the path has any, then the input
 * (the body, or the query for a method without a body), then options. Inferred like `RouteArguments`.
 */
// oxfmt-ignore
export type ArgumentsOf<Service extends Operations, Name extends keyof Service> =
  [ArgumentsByName<Service, Name>] extends [infer Arguments extends AnyArguments] ? Arguments : never

type AnyArguments = [first?: unknown, second?: unknown, third?: unknown]

// Uses indexed accesses, because `infer` would cost each call 40 % more type instantiations.
// oxfmt-ignore
type ArgumentsByName<Service extends Operations, Name extends keyof Service> =
  Name extends unknown
    ? [...ParametersArgument<Service[Name]['parameters']>, ...InputArguments<Service[Name]>]
    : never

// oxfmt-ignore
type ParametersArgument<Parameters> =
  keyof Parameters extends never ? [] :
  {} extends Parameters ? [parameters?: Parameters] :
  [parameters: Parameters]

// oxfmt-ignore
type InputArguments<Op extends Operation> =
  Op['method'] extends 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE'
    ? InputAndOptions<Op['query'], QueryFields, OptionsWith<'body', Op['fields'], OptionsOf<Op['headers']>>>
    : InputAndOptions<Op['fields'], unknown, OptionsWith<'query', Op['query'], OptionsOf<Op['headers']>>>

/** The options of a call. If a route takes a query in addition to a body, or a body to a query, it is an option. */
// oxfmt-ignore
type OptionsWith<Name extends string, Value, Options> =
  unknown extends Value ? Options :
  {} extends Value ? Options & { readonly [Each in Name]?: Value } :
  Options & { readonly [Each in Name]: Value }

// oxfmt-ignore
type OptionsOf<Headers> =
  'idempotency-key' extends Headers ? KeyedCallOptions : CallOptions

// oxfmt-ignore
type InputAndOptions<Input, Any, Options> =
  {} extends Options
    ? unknown extends Input ? [input?: Any, options?: Options] :
      {} extends Input ? [input?: Input, options?: Options] :
      [input: Input, options?: Options]
    : [input: unknown extends Input ? Any | undefined : {} extends Input ? Input | undefined : Input, options: Options]

/** The value that a call returns: the value that the server sends with a declared success. */
// oxfmt-ignore
export type ValueOf<Answers> =
  unknown extends Answers ? unknown :
  [Success<keyof Answers>] extends [never] ? unknown :
  Answers[Success<keyof Answers>]

// oxfmt-ignore
type Success<Status> = Status extends number ? `${Status}` extends `2${string}` ? Status : never : never

/** Every answer of a route by status: the declared responses, and the errors of rejected requests. */
// oxfmt-ignore
export type ResultOf<Op extends Operation> =
  | Stated<Op['answers']>
  | Invalid<FieldName<Op['fields']> | FieldName<Op['query']>, Op['errors']>
  | Refusal<Exclude<Op['refusals'], keyof Op['answers']>, Op['errors']>

// oxfmt-ignore
type Stated<Answers> =
  unknown extends Answers ? { readonly ok: true; readonly status: number; readonly value: unknown; readonly headers: Headers } :
  { [Status in keyof Answers & number]: StatedAnswer<Status, Answers[Status]> }[keyof Answers & number]

/** An answer that the handler declares. */
export interface StatedAnswer<Status extends number, Value> {
  readonly ok: `${Status}` extends `2${string}` ? true : false
  readonly status: Status
  readonly value: Value
  readonly headers: Headers
}

/** A rejected request. */
export interface Refusal<Status extends number, Body> {
  readonly ok: false
  readonly status: Status
  readonly message: string
  readonly headers: Headers
  /** The body as the server sent it, such as an error in the application's own format. */
  readonly body: Body
}

// oxfmt-ignore
type Invalid<Name extends string, Body> =
  [Name] extends [never] ? never : InvalidInput<Name, Body>

/** Invalid input, with the first message of each field; nested fields have dotted names. */
export interface InvalidInput<Name extends string, Body> extends Refusal<422, Body> {
  readonly errors: { readonly [Field in Name | '_']?: string } & {
    readonly [Nested in `${string}.${string}`]?: string
  }
}

type FieldName<Fields> = unknown extends Fields ? never : keyof Fields & string
