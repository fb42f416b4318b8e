/**
 * The response of a handler, declared as a value. It types the handler's result and the client, is checked in
 * development, and becomes the OpenAPI document.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { CursorPage, Page } from '../../../data/models/paging/page.ts'
import type { AnyModel, InstanceOf } from '../../../data/records/entity.ts'
import type { AnyView, Plan } from '../../../data/relations/plan.ts'

/**
 * The shape of a response's body: a view for what it shows of a record, a model for one of its records, a query
 * such as `Todo.with('author')` for a record with what the query loads, a schema, or one of `list()`, `paginated()`,
 * `cursorPaginated()`, `nullable()` and `shape()`.
 */
export type Shape =
  | AnyModel
  | AnyView
  | RecordQuery
  | StandardSchemaV1
  | ListShape<unknown>
  | PageShape<unknown>
  | CursorPageShape<unknown>
  | NullableShape<unknown>
  | ObjectShape<unknown>

/** A query on a model. A shape only reads which fields and relations it loads. */
export interface RecordQuery {
  readonly plan: Plan
  all(): Promise<object[]>
}

/** An array whose items have the same shape. */
export interface ListShape<Item> {
  readonly kind: 'list'
  readonly item: Item
}

/** One page of `paginate()`, with the numbers that a pager shows. */
export interface PageShape<Item> {
  readonly kind: 'page'
  readonly item: Item
}

/** One page of `cursorPaginate()`, with cursors to its neighbours. */
export interface CursorPageShape<Item> {
  readonly kind: 'cursorPage'
  readonly item: Item
}

/** A value that may be missing: null. */
export interface NullableShape<Item> {
  readonly kind: 'nullable'
  readonly item: Item
}

/** An object with these fields and no others. */
export interface ObjectShape<Fields> {
  readonly kind: 'object'
  readonly fields: Fields
}

/** Declares an array: `.answers(list(Todo))`. */
export function list<const Item extends Shape>(item: Item): ListShape<Item> {
  return { kind: 'list', item }
}

/** Declares a page as `paginate()` returns it: `.answers(paginated(Todo))`. */
export function paginated<const Item extends Shape>(item: Item): PageShape<Item> {
  return { kind: 'page', item }
}

/** Declares a page as `cursorPaginate()` returns it: `.answers(cursorPaginated(Todo))`. */
export function cursorPaginated<const Item extends Shape>(item: Item): CursorPageShape<Item> {
  return { kind: 'cursorPage', item }
}

/** Declares something that may be missing, which clients receive as null: `.answers(nullable(Todo))`. */
export function nullable<const Item extends Shape>(item: Item): NullableShape<Item> {
  return { kind: 'nullable', item }
}

/** Declares an object with a shape for each field: `.answers(shape({ todo: Todo, tags: list(Tag) }))`. */
export function shape<const Fields extends Readonly<Record<string, Shape>>>(
  fields: Fields,
): ObjectShape<Fields> {
  return { kind: 'object', fields }
}

/** The values that have a shape, as a handler returns them. */
// oxfmt-ignore
export type ValueIn<S> =
  S extends AnyModel ? InstanceOf<S> :
  S extends { readonly plan: Plan; all(): Promise<Array<infer Record>> } ? Record :
  S extends StandardSchemaV1<infer Input, unknown> ? Input :
  S extends { readonly '~seen': infer Seen } ? Seen :
  S extends ListShape<infer Item> ? readonly ValueIn<Item>[] :
  S extends PageShape<infer Item> ? Page<ValueIn<Item>> :
  S extends CursorPageShape<infer Item> ? CursorPage<ValueIn<Item>> :
  S extends NullableShape<infer Item> ? ValueIn<Item> | null :
  S extends ObjectShape<infer Fields> ? { readonly [Name in keyof Fields]: ValueIn<Fields[Name]> } :
  null
