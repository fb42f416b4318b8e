import { toWanted } from '../http/accept.ts'
import { json } from '../http/replies.ts'
import { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { unreachable } from '../support/unreachable.ts'
import { toErrorDocument, type ClientError } from './error-document.ts'
import { toCurrentPath } from './form-page.ts'
import { toPageJson, toPageUrl, type PageObject } from './page-object.ts'
import { sharedKey } from './page-state.ts'
import { resolveProps, type Props } from '../props/resolve-props.ts'
import { wholePage } from '../props/selection.ts'
import type { PageContext } from './render-page.ts'

/** The component that shows errors to page clients, when the application has one. */
const errorComponent = 'Error'

/** Answers with an error as the client understands it: a page, a plain document, or JSON. */
export function renderError(
  context: PageContext,
  request: HttpRequest,
  error: ClientError,
): MaybePromise<Reply> {
  const wanted = toWanted(request)
  switch (wanted) {
    case 'json':
      return json({ message: error.message, requestId: error.requestId })
        .status(error.status)
        .vary('Accept')
    case 'html':
      return toErrorDocument(error)
    case 'page':
      return hasErrorPage(context) ? toErrorPage(context, request, error) : toErrorDocument(error)
    default:
      return unreachable(wanted)
  }
}

function hasErrorPage({ assets }: PageContext): boolean {
  return assets.names?.has(errorComponent) ?? false
}

/** The error as a page; what middleware shared is shown with it, unless that fails too. */
function toErrorPage(
  context: PageContext,
  request: HttpRequest,
  error: ClientError,
): MaybePromise<Reply> {
  const show = (shared: Props): Reply => {
    const page: PageObject = {
      component: errorComponent,
      props: {
        ...shared,
        status: error.status,
        message: error.message,
        ...(error.requestId === undefined ? undefined : { requestId: error.requestId }),
        errors: toErrors(request, error),
      },
      url: toErrorUrl(request),
      version: context.assets.version,
    }
    return new Reply(error.status, 'application/json', toPageJson(page))
      .header('x-inertia', 'true')
      .vary('X-Inertia')
      .header('cache-control', 'private, no-cache')
  }
  const shared = resolveShared(request)
  return isPromise(shared) ? shared.then(show, () => show({})) : show(shared)
}

function resolveShared(request: HttpRequest): MaybePromise<Props> {
  try {
    const resolved = resolveProps(request.get(sharedKey) ?? {}, wholePage)
    return isPromise(resolved) ? resolved.then(({ props }) => props) : resolved.props
  } catch {
    return {} // the error that is being told matters more than the one of a shared prop
  }
}

/** After a form the client takes a page without errors for success. */
function toErrors({ method }: HttpRequest, { message }: ClientError): Record<string, string> {
  return method === 'GET' || method === 'HEAD' ? {} : { _error: message }
}

/** A failed form leaves the client where it is: its own path may not be one that can be opened. */
function toErrorUrl(request: HttpRequest): string {
  const own = toPageUrl(request.target)
  return request.method === 'GET' ? own : (toCurrentPath(request) ?? own)
}
