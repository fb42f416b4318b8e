export { createServiceClient } from './pages/client/calls/create-service-client.ts'
export { ApiError } from './pages/client/calls/api-error.ts'
export { fetchWithProgress, type UploadProgress } from './pages/client/calls/fetch-with-progress.ts'
export type { ServiceApi } from './pages/client/calls/api.ts'
export type { Call } from './pages/client/calls/call.ts'
export type { CallOptions, KeyedCallOptions } from './pages/client/calls/call-options.ts'
export type {
  ArgumentsOf,
  Operation,
  Operations,
  ResultOf,
  ValueOf,
} from './pages/client/calls/operation.ts'
export type { ApiOptions, ApiRoute } from './pages/client/calls/sender.ts'
