export { route } from './pages/client/route.ts'
export { action, type Action, type RouteFields } from './pages/client/action.ts'
export {
  bootstrap,
  type BootstrapOptions,
  type ClientOptions,
  type PageClient,
} from './pages/client/bootstrap.ts'
export type { Failure } from './pages/client/failure.ts'
export {
  createClient,
  type Api,
  type ApiOptions,
  type ApiRoute,
} from './pages/client/calls/create-client.ts'
export { ApiError } from './pages/client/calls/api-error.ts'
export type { Call, CallOptions } from './pages/client/calls/call.ts'
export type { CallArguments, CallResult, CallValue } from './pages/client/calls/call-types.ts'
