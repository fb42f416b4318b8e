// The application
export { application, type Application } from './application/application/application.ts'
export { type OpenApiOptions } from './application/contract/openapi/document.ts'
export { type ApplicationOptions } from './application/runtime/application-options.ts'
export { type ReadinessCheck, type ReadinessChecks } from './observability/probes/readiness.ts'
export { type Register } from './base/support/register.ts'

// Commands
export {
  command,
  type ApplicationCommand,
  type CommandInput,
} from './base/console/application-command.ts'

// Routes
export {
  any,
  del,
  del as delete,
  get,
  head,
  options,
  patch,
  post,
  put,
} from './web/routing/route.ts'
export { fallback, group, localized } from './web/routing/route.ts'
export { type Fallback, type Group, type Route, type RouteItem } from './web/routing/route.ts'
export { routes, type RouteList } from './web/routing/route-list.ts'
export { route } from './web/routing/url.ts'
export { signed, signedRoute, type SignedRouteOptions } from './web/routing/signed-url.ts'
export { cors, type CorsOptions } from './application/kernel/origins/cors.ts'
export { type Handler, type Middleware, type Next } from './web/routing/handler.ts'

// Handlers and the values they bind
export { handler } from './web/binding/handler.ts'
export { param } from './web/binding/parameters.ts'
export { body, type BodyOptions, type ValidatedBody } from './web/binding/validated-body.ts'
export { exists, unique, type Rule, type RuleOptions } from './web/binding/rules/rule.ts'
export { query, type ValidatedQuery } from './web/binding/validated-query.ts'
export type { OutputOf } from './web/binding/binding.ts'
export { derive } from './web/binding/derive.ts'
export { provided, type Provided, type ProvidedOptions } from './web/binding/provided.ts'
export { type Binding, type BoundModel } from './web/binding/binding.ts'

// Requests and replies
export { HttpRequest } from './web/http/request.ts'
export { stateKey, type StateKey } from './web/http/state-key.ts'
export { Reply } from './web/http/reply.ts'
export { type CookieOptions } from './web/http/cookie.ts'
export { html, json, noContent, stream, text } from './web/http/replies.ts'
export { back, redirect, type RedirectBody } from './web/http/redirect.ts'
export { file, type FileBody, type FileOptions } from './web/http/file.ts'
export { page, type PageBody } from './pages/pages/page.ts'
export { type Wire } from './data/records/wire.ts'
export { UploadedFile } from './web/body/uploaded-file.ts'
