import { createBuiltFiles } from '../../pages/assets/built-files.ts'
import { loadAssets } from '../../pages/assets/load-assets.ts'
import type { PageAssets } from '../../pages/assets/page-assets.ts'
import type { Settings } from '../config/settings.ts'
import { isShortKey } from '../config/variables.ts'
import type { Database } from '../../data/database/database.ts'
import { withOwnersOfRequest } from '../../data/database/owners/current-owners.ts'
import { withReplicaReads } from '../../data/drivers/replicas/read-scope.ts'
import type { Log } from '../../base/log/log.ts'
import type { ModelsByName } from '../../data/models/kysely-models.ts'
import type { PolicyDirectives } from '../../pages/pages/content-security-policy.ts'
import type { DocumentOptions } from '../../pages/pages/document.ts'
import type { LiveLimits } from '../../pages/live/live-streams.ts'
import { assertChannels } from '../../pages/live/channels/channel.ts'
import { loginsOfKey } from '../../pages/live/channels/give-seat.ts'
import { Pages } from '../../pages/pages/pages.ts'
import type { Probe } from '../../observability/probes/probe.ts'
import { createProbes } from '../../observability/probes/probes.ts'
import type { ReadinessChecks } from '../../observability/probes/readiness.ts'
import type { NamedDatabase } from '../../data/database/named/named-database.ts'
import { assertDatabases } from '../../data/relations/assertions/assert-databases.ts'
import { assertModels } from '../../data/relations/assertions/assert-models.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest, RequestSettings } from '../../web/http/request.ts'
import type { StateKey } from '../../web/http/state-key.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { inLanguages } from '../../web/routing/localized/localized-routes.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import { createRouter } from '../../web/routing/router.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import { toUrlTable } from '../../web/routing/url.ts'
import { findBuiltRenderer } from '../../pages/ssr/built-renderer.ts'
import type { RenderSource } from '../../pages/ssr/server-renderer.ts'
import { appAddressKey } from '../../identity/accounts/app-address.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import { assertAccounts } from '../../identity/accounts/assert-accounts.ts'
import {
  type Sessions,
  sessionsKey,
  usedLogins,
  createSessions,
  type SessionOptions,
} from '../../identity/session/sessions.ts'
import type { StorageOptions } from '../../stores/storage/file-store.ts'
import { bucketOrigin, parseStorageUrl } from '../../stores/storage/storage-url.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'
import type { AnyUnsubscribe } from '../../work/smtp/unsubscribe/unsubscribe.ts'
import { toClientRoutes } from './client-routes.ts'
import { isCrossOrigin, isRebound } from './origins/cross-origin.ts'
import { createFormPages } from './form-pages.ts'
import { createKernel, type Kernel, type Maintenance } from './kernel.ts'
import { assertLanguages, RequestLanguages } from './request-languages.ts'
import { prepareSsr, type Ssr } from './pages/ssr.ts'
import { type DeveloperDetails, ErrorAnswers, type RenderError } from './error-answers.ts'
import { pseudoLanguage } from '../../base/language/pseudo-language.ts'
import { toClientWords } from '../../base/language/words/own-words.ts'
import type { LanguageTexts } from '../../base/language/language-texts.ts'
import type { Languages } from '../../base/language/languages.ts'
import type { OpenApiOptions } from '../contract/openapi/document.ts'
import { serveContract } from '../contract/serve-contract.ts'
import { assertPersonal } from '../personal/whose-rows.ts'
import { createErrorReport } from './report-error.ts'
import { finishBody, ReplyFinisher, type Finishers } from './reply-finisher.ts'
import { sendFile } from './send-file.ts'
import { serveLive } from './pages/serve-live.ts'
import { withSessionFlash } from './session-flash.ts'
import { naming, traced } from './traced.ts'

/** The parts from which an application boots. */
export interface BootParts {
  readonly application: BootOptions
  readonly settings: Settings
  readonly database: Pick<Database, 'ping' | 'replicas' | 'rowLevelSecurity'> | undefined
  readonly log: Log
  readonly client: Client
  readonly isDraining: () => boolean
  /** Lists the pending migrations. The application is not ready while there are any. */
  readonly pendingMigrations?: () => Promise<readonly string[]>
  /** Additional readiness checks, from outside the application's options. */
  readonly readiness?: ReadinessChecks
  /** Checks of services that processes share, for the health probe. */
  readonly shared?: ReadinessChecks
  /** Answers `/_app/metrics`. Without it, a route may have the path. */
  readonly metrics?: Probe | undefined
  /** Answers instead of the routes while the application is down. */
  readonly maintenance?: Maintenance
  /** Shows unexpected errors to developers; set only in development. */
  readonly details?: DeveloperDetails
}

/** The options of an application that requests need. */
export interface BootOptions extends LanguageTexts {
  readonly routes: RouteList<RouteEntry>
  readonly languages?: Languages
  readonly models?: ModelsByName
  readonly databases?: readonly NamedDatabase[]
  readonly middleware?: readonly Middleware[]
  readonly document?: DocumentOptions
  readonly contentSecurityPolicy?: PolicyDirectives | false
  readonly encryptHistory?: boolean
  readonly ssr?: Ssr
  readonly readiness?: ReadinessChecks
  readonly telemetry?: Telemetry
  readonly renderError?: RenderError
  readonly session?: SessionOptions
  readonly storage?: StorageOptions
  readonly openapi?: OpenApiOptions
  readonly live?: LiveLimits
  readonly mail?: { readonly unsubscribe?: readonly AnyUnsubscribe[] }
}

/** The files that browsers load. */
export interface Client {
  /** The files that HTML documents name. */
  readonly assets: PageAssets
  /** Serves the files, and everything else that is answered besides the routes. */
  readonly builtIns: readonly BuiltIn[]
  /** The source of the server-side renderer, if there is one. */
  readonly renderer?: RenderSource | undefined
}

/** Loads the client that was built into `root`. */
export function loadClient(
  root: string,
  { assetVersion, basePath }: Pick<Settings, 'assetVersion' | 'basePath'>,
): Client {
  return {
    assets: loadAssets(root, { version: assetVersion, base: basePath }),
    builtIns: createBuiltFiles(root),
    renderer: findBuiltRenderer(root, basePath),
  }
}

/** Prepares everything before the first request. Throws `SetupError` for a mistake. */
export function boot(parts: BootParts): Kernel {
  const { application, settings, log, database, details } = parts
  const { routes, languages, telemetry, renderError } = application
  assertLanguages(application)
  const models = checkedModels(application)
  assertChannels(routes.routes.map(({ handler }) => handler))
  const urls = toUrlTable(routes, settings.basePath)
  const middleware = [...naming(telemetry), ...(application.middleware ?? [])]
  const report = createErrorReport(log, models)
  const sessions = createSessions(application.session ?? {}, settings.keys)
  const listed = languages === undefined ? routes : inLanguages(routes, languages)
  const router = createRouter(listed, {
    middleware,
    isCrossOrigin,
    report,
    checksAnswers: !settings.isProduction,
    builtIns: toBuiltIns(parts, (exchange) => kernel.handle(exchange)),
  })
  const pages = createPages(parts)
  const formPages = createFormPages(router, urls)
  const finish = (request: HttpRequest, reply: Reply) => finishBody(finishers, request, reply)
  const errors = new ErrorAnswers({
    pages,
    finish,
    formPages,
    models,
    log,
    renderError,
    details,
  })
  const own: Finishers = {
    page: pages.finishPage,
    redirect: pages.finishRedirect,
    file: sendFile,
    error: errors.answer,
    plain: pages.finish,
  }
  const finishers = sessions.isOnServer ? withSessionFlash(own) : own
  const kernel: Kernel = createKernel({
    settings: toRequestSettings(settings, sessions),
    router,
    pages,
    finisher: new ReplyFinisher({ finishers, report, log }),
    maintenance: parts.maintenance,
    languages:
      languages &&
      new RequestLanguages({
        languages,
        routeOf: (request) => router.routeOf(request),
        texts: application,
        hasLocalized: listed.routes.length > routes.routes.length,
        hasPseudo: !settings.isProduction,
      }),
    log,
  })
  const owned = database?.rowLevelSecurity === true ? bindingOwners(kernel) : kernel
  const reading = database?.replicas === undefined ? owned : readingReplicas(owned)
  return traced(reading, settings.basePath, telemetry)
}

function checkedModels({ models: named = {}, databases = [] }: BootOptions): readonly AnyModel[] {
  const models = Object.values(named)
  assertModels(models)
  assertPersonal(models)
  assertDatabases(databases, models)
  assertAccounts(models)
  return models
}

function toRequestSettings(settings: Settings, sessions: Sessions): RequestSettings {
  const { trustedProxies, bodyLimits, basePath } = settings
  return {
    trustedProxies,
    bodyLimits,
    base: basePath === '' ? undefined : basePath,
    provided: new Map<StateKey<unknown>, unknown>([
      [sessionsKey, sessions],
      [appAddressKey, settings],
      [loginsOfKey, usedLogins],
    ]),
  }
}

/** The paths that are answered besides the routes. Tools call the application's routes through `dispatch`. */
function toBuiltIns(parts: BootParts, dispatch: Kernel['handle']): readonly BuiltIn[] {
  const { application, settings, log, client } = parts
  return [
    ...createProbes({ ...parts, checks: { ...application.readiness, ...parts.readiness } }),
    builtIn('/_app/storage/{token}', 'signed URLs. Move it.', answerStorage),
    ...serveUnsubscribe(application.mail?.unsubscribe),
    ...client.builtIns,
    serveLive({
      settings,
      log,
      limits: application.live,
      models: Object.values(application.models ?? {}),
    }),
    ...serveContract({
      application,
      routes: application.routes,
      base: settings.basePath,
      isProduction: settings.isProduction,
      log,
      isCrossOrigin: (request) => isCrossOrigin(request) || isRebound(request, settings),
      dispatch,
    }),
  ]
}

/** Lets requests read from replicas until they write. */
function readingReplicas({ handle }: Kernel): Kernel {
  return { handle: (exchange) => withReplicaReads(() => handle(exchange)) }
}

/** Lets handlers state whose rows raw SQL sees. */
function bindingOwners({ handle }: Kernel): Kernel {
  return { handle: (exchange) => withOwnersOfRequest(() => handle(exchange)) }
}

function createPages({ application, settings, client, log }: BootParts): Pages {
  const { ssr = false, contentSecurityPolicy } = application
  const { assets, renderer: source } = client
  const keyWarning = toKeyWarning(settings, assets)
  if (keyWarning !== undefined) log.warn(keyWarning)
  const routes = toClientRoutes(application.routes, application.languages, settings.basePath)
  const languages = application.languages && [
    ...application.languages,
    ...(settings.isProduction ? [] : [pseudoLanguage]),
  ]
  return new Pages({
    assets,
    renderer: prepareSsr({
      ssr,
      source,
      names: assets.names,
      routes,
      base: settings.basePath,
      log,
    }),
    keys: settings.keys,
    routes,
    base: settings.basePath,
    document: application.document ?? {},
    isMultilingual: application.languages !== undefined,
    clientWords: toClientWords(languages ?? [], application.words),
    appUrl: settings.appUrl,
    isHistoryEncrypted: application.encryptHistory ?? false,
    reportRescue: (request, error, path) =>
      log.error(`The prop "${path}" failed and was left out`, { requestId: request.id, error }),
    loginsOf: usedLogins,
    isDevelopment: !settings.isProduction,
    bucketOrigin: findBucketOrigin(application, settings),
    ...(contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }),
  })
}

function findBucketOrigin(
  { storage }: BootParts['application'],
  { storageUrl }: Settings,
): string | undefined {
  return storage?.store === undefined ? bucketOrigin(parseStorageUrl(storageUrl)) : undefined
}

/** Loads the code with the first signed URL, because most applications have none. */
async function answerStorage(request: HttpRequest): Promise<Reply> {
  const { answerDirectAccess } = await import('../../stores/storage/served/direct-access.ts')
  return answerDirectAccess(request)
}

function serveUnsubscribe(declared: readonly AnyUnsubscribe[] = []): readonly BuiltIn[] {
  if (declared.length === 0) return []
  const path = '/_app/unsubscribe/{token}'
  const answer = async (request: HttpRequest): Promise<Reply> => {
    const { answerUnsubscribe } = await import('../../work/smtp/unsubscribe/answer-unsubscribe.ts')
    return answerUnsubscribe(request, declared)
  }
  return [builtIn(path, 'links in mails. Move it.', answer, { staysUp: false })]
}

/**
 * What to say of a key that is missing or can be guessed. It is only a warning: an application with pages may have no
 * logins and no flash data, and one with logins does not start.
 */
function toKeyWarning(
  { isProduction, appKey }: Settings,
  { names }: PageAssets,
): string | undefined {
  if (!isProduction || names === undefined) return undefined
  if (appKey === undefined) return withoutKey
  return isShortKey(appKey) ? guessableKey : undefined
}

const withoutKey =
  'APP_KEY is not set: logins, sessions in cookies and data flashed over a redirect are answered 500. Generate one with "key:generate".'

const guessableKey =
  'APP_KEY can be guessed, because it is short. Anyone who guesses it can write sessions in cookies and flash data. Generate one with "key:generate".'
