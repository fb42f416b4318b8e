import type { AnyJson } from '../../base/support/any-json.ts'
import { writeQuery, type QueryFields } from '../../web/body/write-query.ts'
import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteCall,
  RouteName,
} from '../../web/routing/types/url.ts'
import type { PathValues } from '../../base/support/values/fill-path.ts'
import { getRoute } from './route-table.ts'
import { fillLocalized } from './route.ts'

/**
 * Returns the method and URL of a named route, for `Link`, `Form`, `useForm` and `router.visit`.
 * Throws for an unknown name or a missing value.
 *
 * Its type carries the fields that the route's request type accepts. From it, `useForm` and `Form` know
 * the fields and their errors.
 */
export function action<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): Action<MethodOf<RouteCall<Name>>, FieldsOf<RouteCall<Name>>>
export function action<const Name extends string>(
  name: KnownRoute<Name>,
  ...parameters: KnownArguments<Name>
): Name extends RouteName ? Action<MethodOf<RouteCall<Name>>, FieldsOf<RouteCall<Name>>> : never
export function action(
  name: string,
  parameters: PathValues = {},
  query: QueryFields = {},
): Action<string, unknown> {
  const { method, path } = getRoute(name)
  return { method, url: fillLocalized(path, parameters) + writeQuery(query) }
}

declare const fields: unique symbol

/** How to call a route, and the fields that it accepts. */
export interface Action<Method extends string, Fields> {
  readonly [fields]?: Fields
  method: Method
  url: string
}

/** The fields that a named route's request type accepts, with the types they have in a form. */
export type RouteFields<Name extends RouteName> = FieldsOf<RouteCall<Name>>

/** The fields of a route whose handler has no request type. */
export type AnyFields = Record<string, FormValue>

type FormValue = string | number | boolean | null | undefined | object

type ClientMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

// oxfmt-ignore
type MethodOf<Call> =
  Call extends { readonly method: infer Method extends string } ? Extract<Lowercase<Method>, ClientMethod>
  : ClientMethod

// oxfmt-ignore
type FieldsOf<Call> =
  Call extends { readonly fields: infer Fields }
    ? unknown extends Fields ? AnyFields : SentFields<Fields>
  : AnyFields

/** The fields of a request type as a browser sends them. */
export type SentFields<Fields> = { [Name in keyof Fields]: FieldValue<Fields[Name]> }

// Where the server receives an uploaded file, a form holds the browser's `File`, or `null` at first. A list of any JSON
// becomes `unknown[]`, because Inertia's types list all nested fields, and such a list has infinitely many.
// oxfmt-ignore
type FieldValue<Field> =
  Field extends Uploaded ? File | null
  : Field extends readonly Uploaded[] ? File[]
  : Field extends readonly (infer Item)[] ? AnyJson extends Item ? unknown[] : Field
  : Field

interface Uploaded {
  moveTo(path: string): Promise<void>
}
