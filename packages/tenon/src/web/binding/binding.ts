/**
 * A binding produces one part of a handler's input, and declares which parameter of the path it needs. It
 * can be a model, a validated request or query, a plain parameter, or any value derived from the
 * request.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { KeyValue, UniqueName, ValueOf as ValueOfColumn } from '../../data/columns/row.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Credentials } from '../routing/handler.ts'
import type { Provision } from '../routing/provision.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import type { OwnedModel } from '../../data/relations/owner-types.ts'
import type { RelationName, TargetOf } from '../../data/relations/relation-types.ts'
import type { ValidationFailed } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Refused } from '../../base/support/refused.ts'

/** The input of a handler, filled in step by step. */
export type Input = Record<string, unknown>

/**
 * Fills in a part of the input; returns a promise only if it has to wait. A failed validation, which ends the
 * request, is returned rather than thrown.
 */
export type Step = (input: Input, request: HttpRequest) => MaybePromise<void | ValidationFailed>

/**
 * Binds the path parameter of the same name. `parse` converts its text, or returns `undefined`
 * (400).
 */
export interface ParameterBinding<Value> {
  readonly kind: 'parameter'
  /** A description of valid values for the message of a 400: `an integer`. */
  readonly expected: string
  readonly parse: (text: string) => Value | undefined
}

/** Binds the body, which is read and validated after the path has been bound. */
export interface BodyBinding<Value> {
  readonly kind: 'body'
  readonly validate: Validate<Value>
}

/** Binds the URL's query, which is read and validated after the path has been bound. */
export interface QueryBinding<Value> {
  readonly kind: 'query'
  readonly validate: Validate<Value>
}

type Validate<Value> = (
  input: unknown,
  request: HttpRequest,
) => MaybePromise<Value | ValidationFailed>

/** Binds a value derived from the request, before the body is read. */
export interface RequestBinding<Value> {
  readonly kind: 'request'
  readonly read: (request: HttpRequest) => MaybePromise<Value>
  /** The statuses with which it refuses requests, for the OpenAPI document. Default: none. */
  readonly refuses?: readonly number[]
  /** The credentials that a request may send, for the OpenAPI document. Default: none. */
  readonly credentials?: Credentials
}

/**
 * The interface a model needs to be bound: how to parse a key, and how to find a record by it.
 *
 * Tenon's own models implement it; for any other store, a few lines are enough.
 */
export interface BoundModel {
  parseKey(text: string): unknown
  find(key: never): MaybePromise<unknown>
}

/** Anything that `handler()` accepts as a binding. */
export type Binding =
  | ParameterBinding<unknown>
  | BodyBinding<unknown>
  | QueryBinding<unknown>
  | RequestBinding<unknown>
  | BoundModel

/** Distinguishes models from bindings with a `kind`. */
export function isModel(binding: Binding): binding is BoundModel {
  return 'parseKey' in binding
}

/** Bindings by the names the handler receives them under. */
export type Bindings = Readonly<Record<string, Binding>>

/** The argument of `handler()`: bindings, or a schema by mistake, which gets a readable error. */
export type Declared = Readonly<Record<string, Binding | StandardSchemaV1>>

// oxfmt-ignore
export type Unwrapped<B extends Declared> =
  Extract<B[keyof B], StandardSchemaV1 | CompositeModel> extends never ? unknown :
  {
    readonly [Name in keyof B]:
      B[Name] extends StandardSchemaV1 ? Refused<'A schema is not a binding: write body(schema)'> :
      B[Name] extends CompositeModel ? Refused<'A key of several columns is not a path parameter: bind its parts, and find the record in the handler'> :
      unknown
  }

/** A model whose key has several columns, which one path parameter cannot hold. */
interface CompositeModel {
  readonly table: string
  readonly primaryKey: readonly string[]
}

/** The input that a handler receives for its bindings. */
export type InputOf<B extends Declared> = { readonly [Name in keyof B]: OutputOf<B[Name]> }

/** What a handler receives for one binding: `OutputOf<typeof TodoForm>`, for a function that it passes it to. */
// oxfmt-ignore
export type OutputOf<B> =
  B extends ParameterBinding<infer Value> ? Value :
  B extends BodyBinding<infer Value> ? Value :
  B extends QueryBinding<infer Value> ? Value :
  B extends RequestBinding<infer Value> ? Value :
  B extends abstract new (...parameters: never) => infer Instance ? Instance :
  B extends { find(key: never): MaybePromise<infer Row> } ? NonNullable<Awaited<Row>> :
  never

/** The contract of a handler with these bindings. */
export interface ContractOf<B extends Declared> {
  readonly needs: NeedsOf<B>
  readonly fields: FieldsOf<B>
  readonly query: QueryOf<B>
  readonly takes: TakesOf<B>
  readonly owned: Extract<B[keyof B], OwnedModel>
  readonly headers: HeadersOf<B>
  readonly answers: unknown
  readonly stated: unknown
}

/** The parameters that bindings take from the path, and what each is bound to. */
export type NeedsOf<B extends Declared> = {
  readonly [Name in keyof B as B[Name] extends PathBinding ? Name : never]: NeedOf<B[Name]>
}

/** The input type of the request type among the bindings; `unknown` if there is none. */
// oxfmt-ignore
export type FieldsOf<B extends Declared> =
  Extract<B[keyof B], { readonly kind: 'body' }> extends { readonly schema: StandardSchemaV1<infer Input, unknown> } ? Input : unknown

/** The input type of the query type among the bindings; `unknown` if there is none. */
// oxfmt-ignore
export type QueryOf<B extends Declared> =
  Extract<B[keyof B], { readonly kind: 'query' }> extends { readonly schema: StandardSchemaV1<infer Input, unknown> } ? Input : unknown

/** The names of the headers among the bindings. */
export type HeadersOf<B extends Declared> = Extract<
  B[keyof B],
  { readonly header: string }
>['header']

/** The provided values among the bindings, which middleware must provide. */
// oxfmt-ignore
export type TakesOf<B extends Declared> =
  Extract<B[keyof B], Provision<object>> extends infer Value ? Value extends Provision<infer Values> ? Values : never :
  never

type PathBinding = ParameterBinding<unknown> | BoundModel

// oxfmt-ignore
type NeedOf<B> =
  B extends ParameterBinding<infer Value> ? Untied<UrlValue<Value>, false> :
  B extends AnyModel ? NeedOfModel<B, UrlValue<KeyValue<B['columns']>>> :
  B extends ColumnLookup<infer M> ? NeedOfModel<M, UrlValue<Exclude<ReturnType<B['parseKey']>, undefined>>> :
  B extends { parseKey(text: string): infer Key } ? Untied<UrlValue<Exclude<Key, undefined>>, true> :
  never

/** A parameter, or a record of another store: found by its key, without relations. */
interface Untied<Url, IsRecord extends boolean> {
  readonly url: Url
  readonly isRecord: IsRecord
  readonly byColumn: {}
  readonly table: never
  readonly relatedTo: never
}

/** A model looked up by one of its unique columns; it has the relations of the model. */
export interface ColumnLookup<M extends AnyModel> extends BoundModel {
  readonly model: M
  readonly column: PropertyKey
}

// oxfmt-ignore
type NeedOfModel<M extends AnyModel, Url> =
  M extends OwnedModel<infer Owners> ? OwnedNeed<M, Url, Owners> :
  ModelNeed<M, Url>

/** A record that belongs to others, which a route finds only within them. */
interface OwnedNeed<M extends AnyModel, Url, Owners> extends ModelNeed<M, Url> {
  readonly owners: Owners
}

interface ModelNeed<M extends AnyModel, Url> {
  readonly url: Url
  readonly isRecord: true
  readonly byColumn: {
    readonly [Column in UniqueName<M['columns']>]: UrlValue<ValueOfColumn<M['columns'], Column>>
  }
  readonly table: M['table']
  readonly relatedTo: TargetOf<M[RelationName<M>]>['table']
}

/** An int64 key reaches a page as a decimal string, so a URL accepts both forms. */
// oxfmt-ignore
type UrlValue<Key> =
  Key extends bigint ? bigint | string :
  Key extends number ? number :
  string
