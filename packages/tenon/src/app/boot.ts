import { noAssets, type PageAssets } from '../assets/page-assets.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../database/database.ts'
import { isCrossOrigin } from '../http/cross-origin.ts'
import type { Reply } from '../http/reply.ts'
import { defaultBodyLimits } from '../http/request-body.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'
import { createPages } from '../pages/pages.ts'
import type { Middleware } from '../routing/handler.ts'
import type { RouteList } from '../routing/route-list.ts'
import { createRouter } from '../routing/router.ts'
import type { Entry } from '../routing/types/entry.ts'
import { toUrlTable, type UrlTable } from '../routing/url.ts'
import { Forbidden } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { createFormPages } from './form-pages.ts'
import { createHealth, healthPath } from './health.ts'
import { createKernel, type Kernel } from './kernel.ts'
import { createErrorRenderer } from './render-error.ts'
import { createRender } from './render.ts'

/** What an application is booted from. */
export interface BootParts {
  readonly routes: RouteList<Entry>
  readonly middleware: readonly Middleware[]
  readonly settings: Settings
  readonly database: Database | undefined
  readonly log: Log
  /** The client's files; default: none. */
  readonly assets?: PageAssets
  /** Answers for a file of the client; `undefined` when the path is none. */
  readonly serveAsset?: (request: HttpRequest) => MaybePromise<Reply> | undefined
  readonly isDraining?: () => boolean
}

/** Does everything that can be done before the first request. Throws `SetupError` for a mistake. */
export function boot(parts: BootParts): Kernel {
  const { settings, log, database } = parts
  const urls = toUrlTable(parts.routes)
  const router = createRouter(parts.routes, {
    middleware: parts.middleware,
    guard: refuseCrossOrigin,
  })
  const pages = createPages({
    assets: parts.assets ?? noAssets,
    appKey: settings.appKey,
    routes: toPaths(urls),
  })
  const formPages = createFormPages(router, urls)
  const renderError = createErrorRenderer({ pages, formPages, log, showDetails: undefined })
  const health = createHealth({ database, log, isDraining: parts.isDraining ?? (() => false) })

  return createKernel({
    settings: { trustedProxies: settings.trustedProxies, bodyLimits: defaultBodyLimits },
    router,
    pages,
    render: createRender({ pages, renderError, log }),
    answerEarly: (request) =>
      request.path() === healthPath ? health(request) : parts.serveAsset?.(request),
  })
}

/** No tokens: browsers say themselves which site sent a request. */
const refuseCrossOrigin: Middleware = (request, next) => {
  if (isCrossOrigin(request)) throw new Forbidden('Another site sent this request')
  return next()
}

function toPaths(urls: UrlTable): Readonly<Record<string, string>> {
  return Object.fromEntries([...urls].map(([name, { path }]) => [name, path]))
}
