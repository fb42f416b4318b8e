/**
 * A binding is a value that knows how to produce one part of a handler's input, and what it takes
 * from the path: a model, a validated request, a plain parameter, anything read from the request.
 */
import type { Columns } from '../columns/column.ts'
import type { KeyValue } from '../columns/row.ts'
import type { HttpRequest } from '../http/request.ts'
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
 * A model, as far as binding it needs to know: how to parse a key, and how to find by it.
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

/** The parameters that bindings take from the path, each with the value that a URL takes for it. */
export type NeedsOf<B extends Bindings> = {
  readonly [Name in keyof B as B[Name] extends PathBinding ? Name : never]: UrlValue<KeyOf<B[Name]>>
}

type PathBinding = ParameterBinding<unknown> | BoundModel

// oxfmt-ignore
type KeyOf<B> =
  B extends ParameterBinding<infer Value> ? Value :
  B extends { readonly columns: infer Declared extends Columns } ? KeyValue<Declared> :
  B extends { parseKey(text: string): infer Key } ? Exclude<Key, undefined> :
  never

/** An int64 key reaches a page as a decimal string, so a URL takes it in both forms. */
// oxfmt-ignore
type UrlValue<Key> =
  Key extends bigint ? bigint | string :
  Key extends number ? number :
  string
