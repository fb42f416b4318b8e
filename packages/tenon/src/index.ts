// The application
export { application, type Application } from './application/application.ts'
export { type ApplicationOptions } from './application/application-options.ts'
export { type ReadinessCheck, type ReadinessChecks } from './probes/readiness.ts'
export { type Register } from './support/register.ts'

// Routes
export { del, del as delete, fallback, get, group, patch, post, put } from './routing/route.ts'
export { type Fallback, type Group, type Route, type RouteItem } from './routing/route.ts'
export { routes, type RouteList } from './routing/route-list.ts'
export { route } from './routing/url.ts'
export { type Handler, type Middleware, type Next } from './routing/handler.ts'

// Handlers and what they bind
export { handler } from './binding/handler.ts'
export { bigint, integer, text, uuid } from './binding/parameters.ts'
export { request, type ValidatedRequest } from './binding/validated-request.ts'
export { fromRequest } from './binding/from-request.ts'
export { type Binding, type BoundModel } from './binding/binding.ts'

// Requests and replies
export { HttpRequest } from './http/request.ts'
export { state, type StateKey } from './http/state-key.ts'
export { Reply } from './http/reply.ts'
export { type CookieOptions } from './http/cookie.ts'
export { empty, html, json, stream } from './http/replies.ts'
export { back, redirect } from './http/redirect.ts'
export { file, type FileOptions } from './http/file.ts'
export { page } from './pages/page.ts'
export { type Wire } from './records/wire.ts'
export { UploadedFile } from './body/uploaded-file.ts'

// What goes wrong
export {
  BadRequest,
  Forbidden,
  HttpError,
  NotFound,
  PayloadTooLarge,
  ServiceUnavailable,
  TooManyRequests,
  UnsupportedMediaType,
  ValidationFailed,
} from './support/http-error.ts'
export { SetupError } from './support/setup-error.ts'
