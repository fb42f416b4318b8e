/**
 * A binding is a value that knows how to produce one part of a handler's input, and what it takes
 * from the path: a model, a validated request, a plain parameter, anything read from the request.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { KeyValue, UniqueName, ValueOf as ValueOfColumn } from '../columns/row.ts'
import type { HttpRequest } from '../http/request.ts'
import type { AnyModel } from '../records/entity.ts'
import type { RelationName, TargetOf } from '../relations/relation-types.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/**
 * Takes the path parameter of its own name: `parse` turns its text into a value or `undefined` (400).
 * `url` is the type that `route()` takes for it.
 */
export interface ParameterBinding<Value> {
  readonly kind: 'parameter'
  /** What the parameter must be, for the message of a 400: `an integer`. */
  readonly expected: string
  readonly parse: (text: string) => Value | undefined
}

/** Takes the body: read and validated once the path has been bound. */
export interface BodyBinding<Value> {
  readonly kind: 'body'
  readonly validate: (input: unknown, request: HttpRequest) => MaybePromise<Value>
}

/** Takes what it likes from the request, before the body is read. */
export interface RequestBinding<Value> {
  readonly kind: 'request'
  readonly read: (request: HttpRequest) => MaybePromise<Value>
}

/**
 * What binding needs of a model: how to parse a key, and how to find by it.
 *
 * Tenon's own models implement it, and so can a few lines over any other store.
 */
export interface BoundModel {
  parseKey(text: string): unknown
  find(key: never): MaybePromise<unknown>
}

/** Anything that `handler()` takes as a binding. */
export type Binding =
  | ParameterBinding<unknown>
  | BodyBinding<unknown>
  | RequestBinding<unknown>
  | BoundModel

/** Tells models from the bindings that say their kind. */
export function isModel(binding: Binding): binding is BoundModel {
  return 'parseKey' in binding
}

/** Bindings by the names that the handler knows them under. */
export type Bindings = Readonly<Record<string, Binding>>

/** What a handler receives for its bindings. */
export type InputOf<B extends Bindings> = { readonly [Name in keyof B]: ValueOf<B[Name]> }

/** What one binding produces. */
// oxfmt-ignore
export type ValueOf<B> =
  B extends ParameterBinding<infer Value> ? Value :
  B extends BodyBinding<infer Value> ? Value :
  B extends RequestBinding<infer Value> ? Value :
  B extends abstract new (...parameters: never) => infer Instance ? Instance :
  B extends { find(key: never): MaybePromise<infer Row> } ? NonNullable<Awaited<Row>> :
  never

/** The parameters that bindings take from the path, and what each is bound to. */
export type NeedsOf<B extends Bindings> = {
  readonly [Name in keyof B as B[Name] extends PathBinding ? Name : never]: NeedOf<B[Name]>
}

/** What the request type among bindings accepts; `unknown` without one, or when it does not say. */
// oxfmt-ignore
export type FieldsOf<B extends Bindings> =
  Extract<B[keyof B], { readonly kind: 'body' }> extends { readonly schema: StandardSchemaV1<infer Input, unknown> } ? Input : unknown

type PathBinding = ParameterBinding<unknown> | BoundModel

// oxfmt-ignore
type NeedOf<B> =
  B extends ParameterBinding<infer Value> ? Untied<UrlValue<Value>> :
  B extends AnyModel ? ModelNeed<B> :
  B extends { parseKey(text: string): infer Key } ? Untied<UrlValue<Exclude<Key, undefined>>> :
  never

/** A parameter, or a record of somebody else's store: found by its key, related to nothing. */
interface Untied<Url> {
  readonly url: Url
  readonly byColumn: {}
  readonly table: never
  readonly relatedTo: never
}

interface ModelNeed<M extends AnyModel> {
  readonly url: UrlValue<KeyValue<M['columns']>>
  readonly byColumn: {
    readonly [Column in UniqueName<M['columns']>]: UrlValue<ValueOfColumn<M['columns'], Column>>
  }
  readonly table: M['table']
  readonly relatedTo: TargetOf<M[RelationName<M>]>['table']
}

/** An int64 key reaches a page as a decimal string, so a URL takes it in both forms. */
// oxfmt-ignore
type UrlValue<Key> =
  Key extends bigint ? bigint | string :
  Key extends number ? number :
  string
