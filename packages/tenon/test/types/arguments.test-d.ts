import type { ArgumentsOf, Operation, Operations } from '../../src/pages/client/calls/operation.ts'
import type { RouteArguments, RouteName } from '../../src/web/routing/types/url.ts'

// Before the compiler knows the name of a call, it knows nothing of the arguments after it. If it took them for those
// of any route, each call would look at all routes, which counts no instantiation but takes time: with 2,000 routes,
// 2.2 ms for `route('posts.show', { user, post })` instead of 0.3.
export function link<Name extends RouteName>(...given: RouteArguments<Name>): unknown {
  // @ts-expect-error -- not the parameters of any route
  const parameters: object | undefined = given[0]
  return parameters
}

interface Show extends Operation {
  readonly method: 'GET'
  readonly parameters: { readonly post: number }
}
interface Service extends Operations {
  readonly show: Show
  readonly edit: Show
}

export function call<Name extends 'show' | 'edit'>(...given: ArgumentsOf<Service, Name>): unknown {
  // @ts-expect-error -- not the parameters of any call
  const parameters: object | undefined = given[0]
  return parameters
}
