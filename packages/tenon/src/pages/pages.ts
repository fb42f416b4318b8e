import type { PageAssets } from '../assets/page-assets.ts'
import { back } from '../http/redirect.ts'
import { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { RescueReport } from '../props/resolve-props.ts'
import type { ServerRenderer } from '../ssr/server-renderer.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import type { ValidationFailed } from '../support/http-error.ts'
import { createCarrier } from './carry.ts'
import { createPolicy, type PolicyDirectives } from './content-security-policy.ts'
import { createDocument, type DocumentOptions } from './document.ts'
import type { ClientError } from './error-document.ts'
import { renderError } from './error-page.ts'
import {
  findFormPage,
  showsPages,
  toInvalidJson,
  type FormPage,
  type FormPages,
} from './form-page.ts'
import { toPageUrl } from './page-object.ts'
import { renderPage, type PageContext } from './render-page.ts'
import { renderRedirect } from './render-redirect.ts'

/** The page protocol of one application: how its replies are told to page clients and browsers. */
export interface Pages {
  /** The version of the client's files that pages are sent with. */
  readonly version: string
  /** The refusal of a GET by a client of other files, before anything else runs; else nothing. */
  conflict(request: HttpRequest): Reply | undefined
  /** Makes a page the answer that the client asked for: document, page object or plain JSON. */
  render(request: HttpRequest, reply: Reply): MaybePromise<Reply>
  /** Settles a redirect's status, and how a page client follows it. */
  renderRedirect(request: HttpRequest, reply: Reply): Reply
  /** Makes a reply that is neither page nor redirect fit for a page client. */
  finish(request: HttpRequest, reply: Reply): Reply
  /** Tells an error: as the `Error` page, as a plain document, or as JSON. */
  renderError(request: HttpRequest, error: ClientError): MaybePromise<Reply>
  /** Answers a failed validation with 422: the form's page with its errors, or JSON. */
  renderInvalid(
    request: HttpRequest,
    failure: ValidationFailed,
    formPages: FormPages,
  ): MaybePromise<Reply>
}

export interface PagesOptions {
  readonly assets: PageAssets
  /** The application's key, which signs what is carried over redirects. */
  readonly appKey: string | undefined
  /** Paths of the named routes, for `route()` on the client. */
  readonly routes?: Readonly<Record<string, string>>
  readonly document?: DocumentOptions
  /** Renders pages on the server; without it they are rendered by the client alone. */
  readonly renderer?: ServerRenderer | undefined
  /** Directives that replace those of the default policy; `false` sends none. */
  readonly contentSecurityPolicy?: PolicyDirectives | false
  /** Whether clients keep every page encrypted in their history. Default `false`. */
  readonly isHistoryEncrypted?: boolean
  /** Told when a rescued prop failed. */
  readonly reportRescue?: RescueReport
}

/** Prepares the page protocol at boot. */
export function createPages(options: PagesOptions): Pages {
  const { assets, contentSecurityPolicy: directives } = options
  const context: PageContext = {
    assets,
    renderer: options.renderer,
    carrier: createCarrier(options.appKey),
    document: createDocument(options.document ?? {}, options.routes ?? {}),
    policy: directives === false ? undefined : createPolicy(directives),
    isHistoryEncrypted: options.isHistoryEncrypted ?? false,
    reportRescue: options.reportRescue ?? (() => {}),
  }
  return {
    version: assets.version,
    conflict: (request) => toConflict(assets.version, request),
    render: (request, reply) => renderPage(context, request, reply),
    renderRedirect: (request, reply) => settleRedirect(context, request, reply),
    finish: (request, reply) => finish(context, request, reply),
    renderError: (request, error) => renderError(context, request, error),
    renderInvalid: (request, failure, formPages) =>
      renderInvalid(context, request, failure, formPages),
  }
}

function toConflict(version: string, request: HttpRequest): Reply | undefined {
  if (request.method !== 'GET' || request.header('x-inertia') !== 'true') return undefined
  const held = request.header('x-inertia-version')
  if (held === undefined || held === version) return undefined

  return new Reply(409, undefined, null)
    .header('x-inertia-location', toPageUrl(request.target))
    .header('x-inertia-version', version)
    .vary('X-Inertia')
    .header('cache-control', 'no-store')
}

function settleRedirect(context: PageContext, request: HttpRequest, reply: Reply): Reply {
  context.carrier.leave(request, reply)
  return renderRedirect(request, reply)
}

/** A page client that is answered nothing would show nothing: it goes back to where it was. */
function finish(context: PageContext, request: HttpRequest, reply: Reply): Reply {
  const isEmpty = reply.body === null || reply.body === ''
  const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300
  if (isEmpty && isSuccess && request.header('x-inertia') === 'true') {
    return settleRedirect(context, request, back().replace(reply))
  }
  context.carrier.leave(request, reply)
  return reply
}

function renderInvalid(
  context: PageContext,
  request: HttpRequest,
  failure: ValidationFailed,
  formPages: FormPages,
): MaybePromise<Reply> {
  const show = (found: FormPage | undefined): MaybePromise<Reply> =>
    found === undefined
      ? toInvalidJson(failure.message, failure.errors)
      : renderPage(context, found.request, found.reply)
  if (!showsPages(request)) return show(undefined)

  const found = findFormPage(request, failure.errors, formPages)
  return isPromise(found) ? found.then(show) : show(found)
}
