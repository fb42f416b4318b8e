export { route } from './pages/client/route.ts'
export { basePath } from './pages/client/route-table.ts'
export { action, type Action, type RouteFields } from './pages/client/action.ts'
export {
  bootstrap,
  type BootstrapOptions,
  type ClientOptions,
  type PageClient,
} from './pages/client/bootstrap.ts'
export { joinChannel, type ChannelOptions } from './pages/client/live/join-channel.ts'
export type { Failure } from './pages/client/failure.ts'
export { createClient } from './pages/client/calls/create-client.ts'
export { revive, type ApiRoute, type Revive } from './pages/client/revival/revive.ts'
export type { ApiOptions, RevivingOptions } from './pages/client/calls/sender.ts'
export { ApiError } from './pages/client/calls/api-error.ts'
export { fetchWithProgress, type UploadProgress } from './pages/client/calls/fetch-with-progress.ts'
export type { Call } from './pages/client/calls/call.ts'
export type { CallOptions, KeyedCallOptions } from './pages/client/calls/call-options.ts'
export type {
  Api,
  CallArguments,
  CallResult,
  CallValue,
  RevivedApi,
} from './pages/client/calls/registered.ts'
