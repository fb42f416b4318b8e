import type { KeyRing } from '../../base/keys/keys.ts'
import { language } from '../../base/language/current-language.ts'
import { timeZone } from '../../base/language/current-time-zone.ts'
import { languageContexts } from '../../base/language/language-context.ts'
import type { ClientWords } from '../../base/language/words/own-word.ts'
import { toWanted } from '../../web/http/accept.ts'
import type { Reply, FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toViewerText, viewersKey } from '../../web/http/viewers/viewer.ts'
import { joinProps } from '../props/given-props.ts'
import { resolveProps, takeReady, type ResolvedProps } from '../props/resolve-props.ts'
import { readSelection, wholePage } from '../props/selection.ts'
import { isPromise, whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { LiveProps, LiveTickets } from '../live/live-tickets.ts'
import type { RenderedPage } from '../ssr/rendered-page.ts'
import type { ServerRenderer } from '../ssr/server-renderer.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import type { Carrier } from './carry.ts'
import type { Policy } from './content-security-policy.ts'
import type { DocumentParts } from './document.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { unknownPage } from '../assets/unknown-page.ts'
import { toLanguageLinks } from './language-links.ts'
import type { PageBody } from './page.ts'
import { moveTo } from './page-call-sites.ts'
import { toPageJson, toPageUrl, type PageObject } from './page-object.ts'
import { encryptKey, errorsKey, sharedKey } from './page-state.ts'

/** The parts that rendering needs, prepared at boot. */
export interface PageContext {
  readonly assets: PageAssets
  readonly renderer: ServerRenderer | undefined
  readonly keys: KeyRing | undefined
  readonly carrier: Carrier
  readonly document: (parts: DocumentParts) => string
  readonly policy: Policy | undefined
  readonly isHistoryEncrypted: boolean
  /** Whether the application has languages. */
  readonly isMultilingual: boolean
  readonly clientWords: ClientWords
  readonly appUrl: string | undefined
  readonly reportRescue: ReportRescue
  readonly live: LiveTickets
}

/** Called when a rescued prop failed and was left out of a page. */
export type ReportRescue = (request: HttpRequest, error: unknown, path: string) => void

/** Turns a page into the answer that the client asked for: a document, a page object or plain JSON. */
export function finishPage(
  context: PageContext,
  request: HttpRequest,
  reply: Reply<PageBody>,
  version: string,
): MaybePromise<Answer> {
  const { body } = reply
  assertPageExists(context.assets, body)
  const shared = request.get(sharedKey)
  const given = shared === undefined ? body.given : joinProps(shared, body.given)
  const isPageClient = request.isPageVisit
  const selection = isPageClient ? readSelection(request, body.component) : wholePage

  const finishWith = (resolved: ResolvedProps, live?: LiveProps): MaybePromise<Answer> => {
    const answer = reply.withBody(undefined, null)
    const page = toPage(context, request, answer, { body, resolved, live, version })
    return write(context, request, answer, page)
  }
  const ready = takeReady(given, selection)
  if (ready !== undefined) return finishWith(ready)

  const finish = (resolved: ResolvedProps): MaybePromise<Answer> => {
    if (resolved.live.length === 0) return finishWith(resolved)
    const sealed = context.live.seal(request, body.component, resolved.live)
    return whenReady(sealed, (live) => finishWith(resolved, live))
  }
  const resolved = resolveProps(given, selection, {
    report: (error, path) => context.reportRescue(request, error, path),
    askedAt: request.startedAt,
  })
  return isPromise(resolved) ? resolved.then(finish) : finish(resolved)
}

/** The reply that a page turns into. */
type Answer = FinishedReply

interface Rendered {
  readonly body: PageBody
  readonly resolved: ResolvedProps
  readonly live: LiveProps | undefined
  readonly version: string
}

function toPage(
  context: PageContext,
  request: HttpRequest,
  answer: Answer,
  { body, resolved, live, version }: Rendered,
): PageObject {
  return {
    component: body.component,
    props: { ...resolved.props, errors: request.get(errorsKey) ?? noErrors },
    url: toPageUrl(request.target),
    version,
    ...toPageSettings(context, request, body.component),
    ...resolved.metadata,
    ...(live === undefined ? undefined : { liveProps: live }),
    ...context.carrier.take(request, answer),
  }
}

type PageSettings = SpokenIn &
  Partial<Pick<PageObject, 'viewer' | 'encryptHistory' | 'sharedProps'>>
type SpokenIn = Pick<PageObject, 'language' | 'timeZone' | 'words'>

/**
 * The fields that every page object has in addition to its content, including error pages: its language, its viewer,
 * and how the client stores it.
 */
export function toPageSettings(
  context: PageContext,
  request: HttpRequest,
  component: string,
): PageSettings | undefined {
  const language = toLanguage(context, request, component)
  const shared = request.get(sharedKey)
  const isEncrypted = request.get(encryptKey) ?? context.isHistoryEncrypted
  const viewers = request.get(viewersKey)
  if (!isEncrypted && shared === undefined && viewers === undefined) return language
  const { keys } = context
  return {
    ...language,
    ...(keys === undefined || viewers === undefined
      ? undefined
      : { viewer: toViewerText(keys, viewers) }),
    ...(isEncrypted ? { encryptHistory: true } : undefined),
    ...(shared === undefined ? undefined : { sharedProps: Object.keys(shared.props) }),
  }
}

/**
 * The language in which a page is rendered, for its document and its renderer. The browser knows its own time zone, but
 * must use the server's if the server has rendered the page.
 */
function toLanguage(
  { isMultilingual, clientWords, renderer }: PageContext,
  request: HttpRequest,
  component: string,
): SpokenIn | undefined {
  if (!isMultilingual) return undefined
  const context = languageContexts.get()
  const spoken = context?.language ?? language()
  const isRendered = !request.isPageVisit && renderer?.renders(component) === true
  const zone = isRendered ? timeZone() : context?.chosenTimeZone
  const words = isHeldIn(request, spoken) ? undefined : clientWords[spoken]
  return {
    language: spoken,
    ...(words === undefined ? undefined : { words: { [spoken]: words } }),
    ...(zone === undefined ? undefined : { timeZone: zone }),
  }
}

/** Whether a page client's document is in this language, by its version; also if there is no client yet. */
function isHeldIn(request: HttpRequest, spoken: string): boolean {
  const held = request.isPageVisit ? request.header('x-inertia-version') : undefined
  return held === undefined || held.endsWith(`.${spoken}`)
}

const noErrors: Readonly<Record<string, unknown>> = {}

function write(
  context: PageContext,
  request: HttpRequest,
  answer: Answer,
  page: PageObject,
): MaybePromise<Answer> {
  const json = toPageJson(page)
  answer.vary('X-Inertia').checkedHeader('cache-control', toCacheControl(answer, page))
  const wanted = toWanted(request)
  switch (wanted) {
    case 'page':
      return setBody(answer, 'application/json', json).checkedHeader('x-inertia', 'true')
    case 'json':
      return setBody(answer, 'application/json', json).vary('Accept')
    case 'html':
      return writeDocument(context, answer, page, {
        pageJson: json,
        ...(context.isMultilingual
          ? { links: toLanguageLinks(request, context.appUrl) }
          : undefined),
      })
    default:
      return unreachable(wanted)
  }
}

/**
 * Who may keep a page. Shared caches never may. Browsers show a kept document without asking when its user goes back, so
 * an encrypted page is not kept: it would be shown after a logout. A handler may be as strict.
 */
export function toCacheControl(answer: Reply, { encryptHistory }: PageObject): string {
  if (encryptHistory === true) return 'no-store'
  const own = answer.getHeader('cache-control')
  return own !== undefined && isPrivate.test(own) ? own : 'private, no-cache'
}

const isPrivate = /\b(?:no-store|private)\b/i

function setBody(answer: Answer, contentType: string, body: string): Answer {
  answer.contentType = contentType
  answer.body = body
  return answer
}

/** Writes the document of a page, rendered on the server if its component is. */
export function writeDocument(
  context: PageContext,
  answer: Answer,
  page: PageObject,
  content: Pick<DocumentParts, 'pageJson' | 'withoutScript' | 'links'>,
): MaybePromise<Answer> {
  const { renderer } = context
  const show = (rendered: RenderedPage | undefined): Answer => {
    const text = toDocument(context, answer, page, { ...content, rendered })
    return setBody(answer, 'text/html; charset=utf-8', text)
  }
  if (renderer?.renders(page.component) !== true) return show(undefined)
  return renderer.render(page.component, content.pageJson).then(show)
}

function toDocument(
  context: PageContext,
  answer: Answer,
  page: PageObject,
  content: Pick<DocumentParts, 'pageJson' | 'rendered' | 'withoutScript' | 'links'>,
): string {
  const tags = context.assets.tags(page.component)
  const nonce = context.policy?.createNonce()
  if (tags.link !== undefined) answer.append('link', tags.link)
  if (nonce !== undefined && context.policy !== undefined && !hasPolicy(answer)) {
    answer.checkedHeader('content-security-policy', context.policy.toHeader(nonce))
  }
  const { language, timeZone } = page
  return context.document({
    ...content,
    language,
    timeZone,
    tags,
    icon: context.assets.icon,
    nonce,
  })
}

/** Whether the handler has set a policy, which is then kept. */
function hasPolicy(answer: Answer): boolean {
  return answer.getHeader('content-security-policy') !== undefined
}

function assertPageExists({ names }: PageAssets, { component, place }: PageBody): void {
  if (names === undefined || names.has(component)) return
  throw moveTo(place, unknownPage(component, names, 'page()'))
}
