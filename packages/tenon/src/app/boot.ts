import { randomUUID } from 'node:crypto'
import { createBuiltFiles, type BuiltFiles } from '../assets/built-files.ts'
import { loadAssets } from '../assets/load-assets.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { ModelsByName } from '../models/kysely-models.ts'
import type { PolicyDirectives } from '../pages/content-security-policy.ts'
import type { DocumentOptions } from '../pages/document.ts'
import { createPages } from '../pages/pages.ts'
import type { Probe } from '../probes/probe.ts'
import { createProbes } from '../probes/probes.ts'
import type { ReadinessChecks } from '../probes/readiness.ts'
import { assertModels } from '../relations/assert-models.ts'
import type { Middleware } from '../routing/handler.ts'
import type { RouteList } from '../routing/route-list.ts'
import { createRouter } from '../routing/router.ts'
import type { Entry } from '../routing/types/entry.ts'
import { toUrlTable } from '../routing/url.ts'
import { findBuiltRenderer } from '../ssr/built-renderer.ts'
import type { RenderSource } from '../ssr/server-renderer.ts'
import { Forbidden } from '../support/http-error.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { isCrossOrigin } from './cross-origin.ts'
import { createFormPages } from './form-pages.ts'
import { createKernel, type Kernel } from './kernel.ts'
import { createPageRenderer, type Ssr } from './page-renderer.ts'
import { createErrorRenderer, type ShowDetails } from './render-error.ts'
import { createRender } from './render.ts'
import { naming, traced } from './traced.ts'

/** What an application is booted from. */
export interface BootParts {
  readonly application: BootOptions
  readonly settings: Settings
  readonly database: Database | undefined
  readonly log: Log
  readonly client: Client
  readonly isDraining: () => boolean
  /** Names the migrations that have not run, which keep the application from being ready. */
  readonly pendingMigrations?: () => Promise<readonly string[]>
  /** Checks of readiness that come from around the application, besides its own. */
  readonly readiness?: ReadinessChecks
  /** Answers `/_app/metrics`; without it the path belongs to the routes. */
  readonly metrics?: Probe | undefined
  /** Shows an unexpected error with its source; only development does. */
  readonly showDetails?: ShowDetails
}

/** What the application says of itself that matters to a request. */
export interface BootOptions {
  readonly routes: RouteList<Entry>
  readonly models?: ModelsByName
  readonly middleware?: readonly Middleware[]
  readonly document?: DocumentOptions
  readonly contentSecurityPolicy?: PolicyDirectives | false
  readonly encryptHistory?: boolean
  readonly ssr?: Ssr
  readonly readiness?: ReadinessChecks
  readonly telemetry?: Telemetry
}

/** What browsers load: how documents name it, and who answers for it. */
export interface Client {
  readonly assets: PageAssets
  readonly answer: BuiltFiles
  /** What renders pages on the server, where there is such a module. */
  readonly renderer?: RenderSource | undefined
}

/** The client that was built into `root`. */
export function loadClient(root: string, version: string | undefined): Client {
  return {
    assets: loadAssets(root, version),
    answer: createBuiltFiles(root),
    renderer: findBuiltRenderer(root),
  }
}

/** Does everything that can be done before the first request. Throws `SetupError` for a mistake. */
export function boot(parts: BootParts): Kernel {
  const { application, settings, log, database } = parts
  const { routes, models = {}, telemetry } = application
  assertModels(Object.values(models))
  const urls = toUrlTable(routes)
  const middleware = [...naming(telemetry), ...(application.middleware ?? [])]
  const router = createRouter(routes, { middleware, guard: refuseCrossOrigin })
  const clientRoutes = toClientRoutes(routes)
  const { assets, answer, renderer: source } = parts.client
  if (isWithoutKey(settings, assets)) log.warn(withoutKey)
  const { ssr = false } = application
  const pages = createPages({
    assets,
    renderer: createPageRenderer({ ssr, source, routes: clientRoutes, log }),
    appKey: settings.appKey ?? (settings.isProduction ? undefined : randomUUID()),
    routes: clientRoutes,
    document: application.document ?? {},
    isHistoryEncrypted: application.encryptHistory ?? false,
    reportRescue: (error, path) =>
      log.error(`The prop "${path}" failed and was left out`, { error }),
    ...(application.contentSecurityPolicy === undefined
      ? {}
      : { contentSecurityPolicy: application.contentSecurityPolicy }),
  })
  const formPages = createFormPages(router, urls)
  const { showDetails } = parts
  const renderError = createErrorRenderer({ pages, formPages, log, showDetails })
  const findProbe = createProbes({
    database,
    log,
    isDraining: parts.isDraining,
    pendingMigrations: parts.pendingMigrations,
    checks: { ...application.readiness, ...parts.readiness },
    metrics: parts.metrics,
  })

  const kernel = createKernel({
    settings: { trustedProxies: settings.trustedProxies, bodyLimits: settings.bodyLimits },
    router,
    pages,
    render: createRender({ pages, renderError, log }),
    answerEarly: (request) => findProbe(request.path())?.(request) ?? answer(request),
  })
  return traced(kernel, telemetry)
}

/** Not refused: nobody knows here whether the application with pages ever flashes anything. */
function isWithoutKey({ isProduction, appKey }: Settings, { names }: PageAssets): boolean {
  return isProduction && appKey === undefined && names !== undefined
}

const withoutKey =
  'APP_KEY is not set: whatever flashes data over a redirect is answered 500. Set it to a long random text.'

/** No tokens: browsers say themselves which site sent a request. */
const refuseCrossOrigin: Middleware = (request, next) => {
  if (isCrossOrigin(request)) throw new Forbidden('Another site sent this request')
  return next()
}

/** What the client's `route()` and `action()` know: a path for GET, else `POST /todos`. */
function toClientRoutes({ routes }: RouteList<Entry>): Readonly<Record<string, string>> {
  const named = routes.flatMap(({ name, method, pattern: { path } }) =>
    name === undefined ? [] : [[name, method === 'GET' ? path : `${method} ${path}`]],
  )
  return Object.fromEntries(named)
}
