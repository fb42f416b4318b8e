import type { PublicError } from '../../base/support/http-error.ts'
import { toWanted } from '../../web/http/accept.ts'
import { json } from '../../web/http/replies.ts'
import { Reply, type FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import { toErrorDocument } from './error-document.ts'
import { toBag, toCurrentPath } from './form-page.ts'
import { toPageJson, toPageUrl, type PageObject } from './page-object.ts'
import { sharedKey } from './page-state.ts'
import { noProps, type Props } from '../props/given-props.ts'
import { resolveProps } from '../props/resolve-props.ts'
import { wholePage } from '../props/selection.ts'
import { toHtmlText } from '../assets/escape.ts'
import { toCacheControl, toPageSettings, writeDocument, type PageContext } from './finish-page.ts'

/** The component that shows errors to page clients, if the application has one. */
export const errorComponent = 'Error'

/** Answers with an error in the client's format: a page, a plain document, or JSON. */
export function answerError(
  context: PageContext,
  request: HttpRequest,
  error: PublicError,
  version: string,
): MaybePromise<FinishedReply> {
  const wanted = toWanted(request)
  switch (wanted) {
    case 'json':
      return json({
        message: error.message,
        errors: error.errors,
        requestId: error.requestId,
        debug: error.debug,
      })
        .status(error.status)
        .vary('Accept')
    case 'html':
      return hasErrorPage(context)
        ? toErrorPage(context, request, { error, version, write: toDocument })
        : toErrorDocument(toPlain(request, error), request.path())
    case 'page':
      return hasErrorPage(context)
        ? toErrorPage(context, request, { error, version, write: toPageReply })
        : toErrorDocument(toPlain(request, error), request.path())
    default:
      return unreachable(wanted)
  }
}

/** Whether the application has a page that shows errors. */
export function hasErrorPage({ assets }: PageContext): boolean {
  return assets.names?.has(errorComponent) ?? false
}

interface ShownError {
  readonly error: PublicError
  readonly version: string
  readonly write: (
    context: PageContext,
    error: PublicError,
    page: PageObject,
  ) => MaybePromise<FinishedReply>
}

/** Renders the error as a page, with the shared props unless they fail too. */
function toErrorPage(
  context: PageContext,
  request: HttpRequest,
  { error, version, write }: ShownError,
): MaybePromise<FinishedReply> {
  const { message } = inOneLine(toPlain(request, error))
  const show = (shared: Props): MaybePromise<FinishedReply> =>
    write(
      context,
      { ...error, message },
      {
        component: errorComponent,
        props: {
          ...shared,
          status: error.status,
          message,
          ...(error.requestId === undefined ? undefined : { requestId: error.requestId }),
          errors: toErrors(request, error),
        },
        url: toErrorUrl(request),
        version,
        ...toPageSettings(context, request, errorComponent),
      },
    )
  const shared = resolveShared(request)
  return isPromise(shared) ? shared.then(show, () => show({})) : show(shared)
}

/** The page's document. It shows the error also without scripts, because a script may be what failed. */
function toDocument(
  context: PageContext,
  error: PublicError,
  page: PageObject,
): MaybePromise<FinishedReply> {
  const answer: FinishedReply = new Reply(error.status, undefined, null)
  answer.vary('X-Inertia').header('cache-control', 'no-store')
  const withoutScript = `<h1>${error.status}</h1><p>${toHtmlText(error.message)}</p>`
  return writeDocument(context, answer, page, { pageJson: toPageJson(page), withoutScript })
}

function toPageReply(
  _context: PageContext,
  { status }: PublicError,
  page: PageObject,
): FinishedReply {
  const answer = new Reply(status, 'application/json', toPageJson(page))
  return answer
    .header('x-inertia', 'true')
    .vary('X-Inertia')
    .header('cache-control', toCacheControl(answer, page))
}

/**
 * The error as a person reads it. A query that is not valid comes from a link or the address bar, and its messages are
 * for programs: they name patterns and limits, perhaps in another language. Only the names of its fields are shown.
 */
function toPlain(request: HttpRequest, error: PublicError): PublicError {
  if (error.errors === undefined || !request.isRead) return error
  const { errors, ...plain } = error
  return { ...plain, message: withDetails(error.message, fieldsOf(errors)) }
}

/** Adds the invalid fields to the message, because this page does not show their form. */
function inOneLine({ errors = {}, ...error }: PublicError): PublicError {
  const fields = fieldsOf(errors)
  const problems = Object.entries(errors).map(([field, problem]) =>
    fields.includes(field) ? `${field}: ${problem}` : problem,
  )
  return { ...error, message: withDetails(error.message, problems) }
}

/** The names of invalid fields, without `_` and `_more`, which are about no field. */
function fieldsOf(errors: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(errors).filter((name) => name !== '_' && name !== '_more')
}

function withDetails(message: string, details: readonly string[]): string {
  return details.length === 0 ? message : `${message} (${details.join(', ')})`
}

function resolveShared(request: HttpRequest): MaybePromise<Props> {
  try {
    const resolved = resolveProps(request.get(sharedKey) ?? noProps, wholePage)
    return isPromise(resolved) ? resolved.then(({ props }) => props) : resolved.props
  } catch {
    return {} // The error being reported matters more than that of a shared prop.
  }
}

/** The errors for the client. Adds one after a form, because the client treats a page without errors as success. */
function toErrors(
  request: HttpRequest,
  { message, errors }: PublicError,
): Readonly<Record<string, unknown>> {
  if (errors !== undefined && Object.keys(errors).length > 0) return toBag(request, errors)
  return request.isRead ? {} : { _error: message }
}

/**
 * The URL of the error page. After a failed form the client stays at its URL, because the form's path may be no page.
 */
function toErrorUrl(request: HttpRequest): string {
  const own = toPageUrl(request.target)
  return request.method === 'GET' ? own : (toCurrentPath(request) ?? own)
}
