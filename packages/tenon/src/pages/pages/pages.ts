import type { KeyRing } from '../../base/keys/keys.ts'
import type { ClientWords } from '../../base/language/words/own-word.ts'
import type { PublicError } from '../../base/support/http-error.ts'
import { toOuterPath } from '../../base/support/values/base-path.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { ShownVersions } from '../assets/shown-versions.ts'
import { back, redirectByMethod, type RedirectBody } from '../../web/http/redirect.ts'
import { Reply, type FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { outdatedPageKey } from '../../web/binding/outdated-form.ts'
import type { ServerRenderer } from '../ssr/server-renderer.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { readPrimaryFromNow } from '../../data/drivers/replicas/read-scope.ts'
import { LiveTickets, type LoginsOf } from '../live/live-tickets.ts'
import { createCarrier, isInBackground } from './carry.ts'
import { createPolicy, type PolicyDirectives } from './content-security-policy.ts'
import { createDocument, type DocumentOptions } from './document.ts'
import { answerError, errorComponent, hasErrorPage } from './error-page.ts'
import { finishPage, type PageContext, type ReportRescue } from './finish-page.ts'
import type { PageBody } from './page.ts'
import { toPageUrl } from './page-object.ts'
import { toCurrentPath } from './form-page.ts'
import { carriedKey, carryRefusal, errorsKey } from './page-state.ts'

export interface PagesOptions {
  readonly assets: PageAssets
  /** The application's keys, which sign data carried across redirects. */
  readonly keys: KeyRing | undefined
  /** Paths of the named routes, for `route()` on the client. */
  readonly routes?: Readonly<Record<string, string>>
  /** The path of `APP_URL`. Default: none. */
  readonly base?: string
  readonly document?: DocumentOptions
  /** Whether the application has languages. Default `false`. */
  readonly isMultilingual?: boolean
  /** The page client's own texts in the languages of the application. Default: English. */
  readonly clientWords?: ClientWords | undefined
  /** The address of the application, for links to the same page in other languages. Default: the request's origin. */
  readonly appUrl?: string | undefined
  /** Renders pages on the server. Without it, only the client renders them. */
  readonly renderer?: ServerRenderer | undefined
  /** Directives that replace those of the default policy; `false` sends no policy. */
  readonly contentSecurityPolicy?: PolicyDirectives | false
  /** The origin from which browsers load stored files, if it is not the application's. */
  readonly bucketOrigin?: string | undefined
  /** Whether clients encrypt every page in their history. Default `false`. */
  readonly isHistoryEncrypted?: boolean
  /** Called when a rescued prop failed. */
  readonly reportRescue?: ReportRescue
  /** Returns the logins of a request. When a login ends, its live props end too. Default: no logins. */
  readonly loginsOf?: LoginsOf
  /** Whether mistakes that are found only while a page is rendered are errors. Default `false`. */
  readonly isDevelopment?: boolean
}

/** The page protocol of one application: how replies are sent to page clients and browsers. */
export class Pages {
  /** The version of the client's files. Every page contains it. */
  readonly version: string
  readonly #context: PageContext
  readonly #versions: ShownVersions

  constructor(options: PagesOptions) {
    const { assets, contentSecurityPolicy: directives, isMultilingual = false } = options
    this.version = assets.version
    this.#versions = new ShownVersions(assets, isMultilingual)
    this.#context = {
      assets,
      renderer: options.renderer,
      keys: options.keys,
      carrier: createCarrier(options.keys),
      document: createDocument(options.document ?? {}, options),
      policy: directives === false ? undefined : createPolicy(directives, options.bucketOrigin),
      isMultilingual,
      clientWords: options.clientWords ?? {},
      appUrl: options.appUrl,
      isHistoryEncrypted: options.isHistoryEncrypted ?? false,
      reportRescue: options.reportRescue ?? (() => {}),
      live: new LiveTickets({
        keys: options.keys,
        loginsOf: options.loginsOf ?? (() => []),
        isDevelopment: options.isDevelopment ?? false,
      }),
    }
  }

  /** Runs before everything else of a page visit. Returns a 409 for a client with unknown files; else `undefined`. */
  begin(request: HttpRequest): Reply<null> | undefined {
    if (request.method !== 'GET') return this.#noteOutdated(request)
    if (!request.isPageVisit) return undefined
    // Read from the primary, because a replica may not have the change that the page wants to load.
    if (request.isLive) readPrimaryFromNow()
    const held = request.header('x-inertia-version')
    if (held === undefined || !this.#versions.isUnknown(held)) return undefined
    return this.#toConflict(request)
  }

  /** Notes whether the form was sent from a page that has other code in this build. */
  #noteOutdated(request: HttpRequest): undefined {
    const held = request.header('x-inertia-version')
    if (held === undefined || held === this.version || !request.isPageVisit) return
    const component = request.header('x-form-component')
    if (this.#versions.isOutdated(held, component)) request.set(outdatedPageKey, true)
  }

  /** Answers a form whose fields have changed: its page client loads the page again, and keeps what was typed. */
  refuseForm(request: HttpRequest): FinishedReply {
    const page = toCurrentPath(request) ?? toOuterPath(request.base, '/')
    return this.#leaveIn(request, this.#toConflict(request, page).header('x-form-outdated', 'true'))
  }

  /**
   * The version in the answer; `undefined` if the client has to load the page as a document. An answer to a form always
   * has a version: a form must not be sent again, and Tenon's client adds the form's errors to the page that it has.
   */
  #toVersion(request: HttpRequest, component: string): string | undefined {
    const held = request.header('x-inertia-version')
    // Check the common case first: most clients have the files of this build.
    const isCurrent = held === undefined || held === this.version
    if (isCurrent && !this.#context.isMultilingual) return this.version
    const shown = this.#versions.shown(request, component)
    if (shown !== undefined) return shown
    const isLoadable = request.method === 'GET' && request.get(errorsKey) === undefined
    return isLoadable ? undefined : this.#versions.own()
  }

  /** Makes a page client load the document at `path`. */
  #toConflict(request: HttpRequest, path = toPageUrl(request.target)): Reply<null> {
    const conflict = new Reply(409, undefined, null)
      .header('x-inertia-version', this.#versions.own())
      .vary('X-Inertia')
      .header('cache-control', 'no-store')
    // A live reload gets no location, so that the page stays as it is, with typed input.
    if (request.isLive) return conflict
    return conflict.header('x-inertia-location', path)
  }

  /** Leaves the flash data of a request whose page is not shown for the document that is loaded instead. */
  #leaveIn(request: HttpRequest, conflict: FinishedReply): FinishedReply {
    return isInBackground(request) ? conflict : leave(this.#context, request, conflict)
  }

  /** Turns a page into the answer that the client asked for: a document, a page object or plain JSON. */
  readonly finishPage = (
    request: HttpRequest,
    reply: Reply<PageBody>,
  ): MaybePromise<FinishedReply> => {
    const version = this.#toVersion(request, reply.body.component)
    return version === undefined
      ? this.#leaveIn(request, this.#toConflict(request).replace(reply))
      : finishPage(this.#context, request, reply, version)
  }

  /** Completes a redirect's status and decides how a page client follows it. */
  readonly finishRedirect = (request: HttpRequest, reply: Reply<RedirectBody>): FinishedReply => {
    const isRefusal = reply.body.isRefusal === true && request.isPageVisit && !request.isRead
    if (isRefusal) carryRefusal(request)
    return leave(this.#context, request, seeOther(request, toRedirect(request, reply)))
  }

  /**
   * Prepares a reply that is neither page nor `redirect()` for a page client. An empty reply would show
   * nothing, so it becomes a redirect back.
   */
  readonly finish = (request: HttpRequest, reply: FinishedReply): FinishedReply => {
    const isEmpty = reply.body === null || reply.body === ''
    const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300
    return isEmpty && isSuccess && request.isPageVisit
      ? this.finishRedirect(request, back().replace(reply))
      : leave(this.#context, request, seeOther(request, reply))
  }

  /** Answers with an error: as the `Error` page, as a plain document, or as JSON. */
  answerError(request: HttpRequest, error: PublicError): MaybePromise<FinishedReply> {
    const version = this.#toVersion(request, errorComponent)
    return version === undefined && hasErrorPage(this.#context)
      ? this.#leaveIn(request, this.#toConflict(request))
      : answerError(this.#context, request, error, version ?? this.#versions.own())
  }
}

/** Adds the cookie with the data that the request carries over to the next page, if there is any. */
function leave(
  { carrier }: PageContext,
  request: HttpRequest,
  reply: FinishedReply,
): FinishedReply {
  const own = request.get(carriedKey)
  return own === undefined ? reply : carrier.leave(request, reply, own)
}

/**
 * Completes a redirect: 302 after GET and HEAD, 303 after other methods, or the explicit status.
 *
 * A page client follows a redirect within its request, so it can neither leave the origin nor see a
 * fragment. For such targets, a 409 tells it to go there itself.
 */
function toRedirect(request: HttpRequest, reply: Reply<RedirectBody>): FinishedReply {
  const { body } = reply
  const target = toAscii(toTarget(request, body))
  const isPageClient = request.isPageVisit
  const answer = reply.withBody(undefined, null).vary('X-Inertia')

  if (isPageClient && body.isExternal) {
    return answer.status(409).header('x-inertia-location', target)
  }
  if (isPageClient && target.includes('#') && request.header('purpose') !== 'prefetch') {
    return answer.status(409).header('x-inertia-redirect', target)
  }
  if (answer.statusCode === redirectByMethod) answer.status(request.isRead ? 302 : 303)
  return answer.header('location', target)
}

/**
 * Turns a 302 after PUT, PATCH or DELETE, such as that of `Response.redirect()`, into a 303 for a page client. After a
 * 302, the browser would repeat the method at the target (Fetch, HTTP-redirect fetch, step 12), and delete the target.
 */
function seeOther(request: HttpRequest, reply: FinishedReply): FinishedReply {
  const isRepeated = reply.statusCode === 302 && repeated.has(request.method)
  return isRepeated && request.isPageVisit ? reply.copy().status(303) : reply
}

const repeated: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** The target of a redirect. A path that was written by hand gets the path of `APP_URL` as its prefix. */
function toTarget(request: HttpRequest, { target, isExternal }: RedirectBody): string {
  const given = target(request)
  return isExternal || request.base === '' ? given : toOuterPath(request.base, given)
}

/**
 * Percent-encodes characters that a header cannot contain. Encoded characters stay as they are. A lone
 * surrogate, which input may contain, cannot be encoded and becomes U+FFFD.
 */
function toAscii(target: string): string {
  return target.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
