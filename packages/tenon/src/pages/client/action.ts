import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteCall,
  RouteName,
} from '../routing/types/url.ts'
import { getRoute } from './route-table.ts'
import { fill, type Values } from './route.ts'

/**
 * The method and path of a named route, in the form that the client's `Link`, `Form`, `useForm` and
 * `router.visit` take. Throws for an unknown name and a missing value.
 *
 * Its type carries what the route's request type accepts, by which `useForm` and `Form` know the
 * fields and their errors.
 */
export function action<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): Action<MethodOf<RouteCall<Name>>, FieldsOf<RouteCall<Name>>>
export function action<const Name extends string>(
  name: KnownRoute<Name>,
  ...parameters: KnownArguments<Name>
): Name extends RouteName ? Action<MethodOf<RouteCall<Name>>, FieldsOf<RouteCall<Name>>> : never
export function action(name: string, parameters: Values = {}): Action<string, unknown> {
  const { method, path } = getRoute(name)
  return { method, url: fill(path, parameters) }
}

declare const fields: unique symbol

/** How a route is called, and the fields that it accepts. */
export interface Action<Method extends string, Fields> {
  readonly [fields]?: Fields
  method: Method
  url: string
}

/** What a named route accepts: the fields of its handler's request type, as a form holds them. */
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
    ? unknown extends Fields ? AnyFields : { [Name in keyof Fields]: FieldValue<Fields[Name]> }
  : AnyFields

// A form holds a file of the browser's, or none yet, where the server gets one that was uploaded.
// oxfmt-ignore
type FieldValue<Field> =
  Field extends Uploaded ? File | null
  : Field extends readonly Uploaded[] ? File[]
  : Field

interface Uploaded {
  moveTo(path: string): Promise<void>
}
