import type { KnownName } from '../../../web/routing/types/unknown-route.ts'
import type { Call } from './call.ts'
import type { ArgumentsOf, Operation, Operations, ValueOf } from './operation.ts'

/**
 * Calls a route of a service by its name. Pass the parameters first if the path has any, then the input
 * (the body, or the query of a GET, HEAD, OPTIONS or DELETE), then options.
 */
export interface ServiceApi<Service extends Operations> {
  <const Name extends keyof Service & string>(
    name: Name,
    ...rest: ArgumentsOf<Service, Name>
  ): Call<ValueOf<Service[Name]['answers']>, Service[Name]>
  // Only calls that the first signature rejects come here. The compiler reports the last signature.
  <const Name extends string>(
    name: KnownName<Name, keyof Service & string>,
    ...rest: KnownCall<Service, Name>
  ): Name extends keyof Service ? Call<ValueOf<Service[Name]['answers']>, Service[Name]> : never
}

/** The arguments that a rejected call should have passed. */
type KnownCall<Service extends Operations, Name extends string> = Name extends keyof Service
  ? ArgumentsOf<Service, Name>
  : readonly unknown[]

/** The routes of a service whose sources are elsewhere, with dates and big integers in their answers. */
export type RevivedService<Service extends Operations> = {
  readonly [Name in keyof Service]: Service[Name] extends infer Route extends Operation
    ? RevivedOperation<Route>
    : never
}

type RevivedOperation<Route extends Operation> = {
  readonly [Key in keyof Route]: Key extends 'answers' ? RevivedText<Route[Key]> : Route[Key]
}

/** A value after reviving. The types that the command `client` prints name the type that each text becomes. */
// oxfmt-ignore
type RevivedText<Value> =
  unknown extends Value ? Value :
  Value extends string ? Value extends { readonly '~revived'?: infer Made } ? Exclude<Made, undefined> : Value :
  Value extends Blob ? Value :
  Value extends AsyncIterable<infer Item> ? AsyncIterable<RevivedText<Item>> :
  Value extends object ? { [Name in keyof Value]: RevivedText<Value[Name]> } :
  Value
