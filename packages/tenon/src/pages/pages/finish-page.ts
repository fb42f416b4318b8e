import { toWanted } from '../http/accept.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import {
  resolveProps,
  type Props,
  type RescueReport,
  type ResolvedProps,
} from '../props/resolve-props.ts'
import { readSelection, wholePage } from '../props/selection.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import type { RenderedPage } from '../ssr/rendered-page.ts'
import type { ServerRenderer } from '../ssr/server-renderer.ts'
import { SetupError } from '../support/setup-error.ts'
import { unreachable } from '../support/unreachable.ts'
import type { Carrier } from './carry.ts'
import type { Policy } from './content-security-policy.ts'
import type { DocumentParts } from './document.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { isPageBody, type PageBody } from './page.ts'
import { toPageJson, toPageUrl, type PageObject } from './page-object.ts'
import { encryptKey, errorsKey, sharedKey } from './page-state.ts'

/** What rendering needs, settled at boot. */
export interface PageContext {
  readonly assets: PageAssets
  readonly renderer: ServerRenderer | undefined
  readonly carrier: Carrier
  readonly document: (parts: DocumentParts) => string
  readonly policy: Policy | undefined
  readonly isHistoryEncrypted: boolean
  readonly reportRescue: RescueReport
}

/** Makes a page the answer that the client asked for: document, page object or plain JSON. */
export function renderPage(
  context: PageContext,
  request: HttpRequest,
  reply: Reply,
): MaybePromise<Reply> {
  const { body } = reply
  if (!isPageBody(body)) return reply
  assertPageExists(context.assets, body.component)
  const shared = request.get(sharedKey)
  const props = shared === undefined ? body.props : { ...shared, ...body.props }
  const isPageClient = request.header('x-inertia') === 'true'
  const selection = isPageClient ? readSelection(request, body.component) : wholePage

  const finish = (resolved: ResolvedProps): MaybePromise<Reply> => {
    const page = toPage(context, request, reply, { body, resolved, shared })
    return write(context, request, reply, page)
  }
  const resolved = resolveProps(props, selection, context.reportRescue)
  return isPromise(resolved) ? resolved.then(finish) : finish(resolved)
}

interface Rendered {
  readonly body: PageBody
  readonly resolved: ResolvedProps
  readonly shared: Props | undefined
}

function toPage(
  context: PageContext,
  request: HttpRequest,
  reply: Reply,
  { body, resolved, shared }: Rendered,
): PageObject {
  const isEncrypted = context.isHistoryEncrypted || request.get(encryptKey) === true
  return {
    component: body.component,
    props: { ...resolved.props, errors: request.get(errorsKey) ?? noErrors },
    url: toPageUrl(request.target),
    version: context.assets.version,
    ...resolved.metadata,
    ...context.carrier.take(request, reply),
    ...(isEncrypted ? { encryptHistory: true } : undefined),
    ...(shared === undefined ? undefined : { sharedProps: Object.keys(shared) }),
  }
}

const noErrors: Readonly<Record<string, unknown>> = {}

function write(
  context: PageContext,
  request: HttpRequest,
  reply: Reply,
  page: PageObject,
): MaybePromise<Reply> {
  const json = toPageJson(page)
  reply.vary('X-Inertia').header('cache-control', 'private, no-cache')
  const wanted = toWanted(request)
  switch (wanted) {
    case 'page':
      return withBody(reply, 'application/json', json).header('x-inertia', 'true')
    case 'json':
      return withBody(reply, 'application/json', json).vary('Accept')
    case 'html':
      return writeDocument(context, reply, page, json)
    default:
      return unreachable(wanted)
  }
}

function withBody(reply: Reply, contentType: string, body: string): Reply {
  reply.contentType = contentType
  reply.body = body
  return reply
}

function writeDocument(
  context: PageContext,
  reply: Reply,
  page: PageObject,
  pageJson: string,
): MaybePromise<Reply> {
  const { renderer } = context
  const show = (rendered: RenderedPage | undefined): Reply => {
    const text = toDocument(context, reply, page, { pageJson, rendered })
    return withBody(reply, 'text/html; charset=utf-8', text)
  }
  if (renderer?.renders(page.component) !== true) return show(undefined)
  return renderer.render(page.component, pageJson).then(show)
}

function toDocument(
  context: PageContext,
  reply: Reply,
  page: PageObject,
  content: Pick<DocumentParts, 'pageJson' | 'rendered'>,
): string {
  const tags = context.assets.tags(page.component)
  const nonce = context.policy?.createNonce()
  if (tags.link !== undefined) reply.append('link', tags.link)
  if (nonce !== undefined && context.policy !== undefined && !hasPolicy(reply)) {
    reply.header('content-security-policy', context.policy.toHeader(nonce))
  }
  return context.document({ ...content, tags, nonce })
}

/** A handler that has set a policy of its own keeps it. */
function hasPolicy(reply: Reply): boolean {
  return reply.getHeader('content-security-policy') !== undefined
}

function assertPageExists({ names }: PageAssets, component: string): void {
  if (names === undefined || names.has(component)) return
  throw new SetupError(
    'E_PAGE_UNKNOWN',
    `There is no page "${component}". Add its file to the pages folder, or correct the name in page().`,
  )
}
