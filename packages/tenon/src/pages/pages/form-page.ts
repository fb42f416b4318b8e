import { toWanted } from '../http/accept.ts'
import { isLocalPath, toLocalReferer } from '../http/redirect.ts'
import { json } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { isPageBody } from './page.ts'
import { carriedKey, carry, errorsKey } from './page-state.ts'

/** What finding and showing the page of a form needs from the application's routing. */
export interface FormPages {
  /** The path that the request's route declares as its form's, if it does. */
  declaredPath(request: HttpRequest): string | undefined
  /** The path by the names' convention: `x.create` for `x.store`, `x.edit` for `x.update`. */
  conventionalPath(request: HttpRequest): string | undefined
  /**
   * Runs GET `path` through its route's own middleware and bindings, as the same client and within
   * this process; the reply is not rendered yet. `undefined` when no GET route matches.
   */
  dispatch(request: HttpRequest, path: string): MaybePromise<Dispatched | undefined>
}

export interface Dispatched {
  /** The internal GET request, with the headers of the one that caused it. */
  readonly request: HttpRequest
  readonly reply: Reply
}

/** The header in which our client says which page a form is on. */
const formPageHeader = 'x-form-page'

type Errors = Readonly<Record<string, string>>

/** A page to be rendered in answer to a form that failed. */
export interface FormPage {
  readonly request: HttpRequest
  readonly reply: Reply
}

/**
 * Finds the page that a form is on and has it made anew, with the errors: the first of the declared
 * path, the one the client names, its referrer and the convention that leads to a page.
 */
export function findFormPage(
  request: HttpRequest,
  errors: Errors,
  pages: FormPages,
): MaybePromise<FormPage | undefined> {
  const candidates = toCandidates(request, pages)
  const tryNext = (): MaybePromise<FormPage | undefined> => {
    const { done, value: path } = candidates.next()
    if (done === true) return undefined
    const found = pages.dispatch(request, path)
    return isPromise(found) ? found.then(accept) : accept(found)
  }
  const accept = (found: Dispatched | undefined): MaybePromise<FormPage | undefined> =>
    toFormPage(request, errors, found) ?? tryNext()
  return tryNext()
}

function toFormPage(
  request: HttpRequest,
  errors: Errors,
  found: Dispatched | undefined,
): FormPage | undefined {
  if (found === undefined || !isPageBody(found.reply.body)) return undefined

  found.request.set(errorsKey, toBag(request, errors))
  // What the form's own request wants told is told by the page that answers it.
  carry(found.request, request.get(carriedKey) ?? {})
  return { request: found.request, reply: found.reply.status(422) }
}

/** The answer for a client that has no page: the message and one text per field. */
export function toInvalidJson(message: string, errors: Errors): Reply {
  return json({ message, errors }).status(422)
}

/** Whether the client shows pages at all. */
export function showsPages(request: HttpRequest): boolean {
  return toWanted(request) !== 'json'
}

/** The page that the client says it is on, when it is one of ours. */
export function toCurrentPath(request: HttpRequest): string | undefined {
  const named = request.header(formPageHeader)
  return named !== undefined && isLocalPath(named) ? named : toLocalReferer(request)
}

function* toCandidates(request: HttpRequest, pages: FormPages): Generator<string> {
  const declared = pages.declaredPath(request)
  if (declared !== undefined) yield declared
  const named = request.header(formPageHeader)
  if (named !== undefined && isLocalPath(named)) yield named
  const referer = toLocalReferer(request)
  if (referer !== undefined && referer !== named) yield referer
  const conventional = pages.conventionalPath(request)
  if (conventional !== undefined) yield conventional
}

/** Nests the errors under the name that the client gave the form, when it gave one. */
function toBag(request: HttpRequest, errors: Errors): Readonly<Record<string, unknown>> {
  const bag = request.header('x-inertia-error-bag')
  return bag === undefined || bag === '' ? errors : { [bag]: errors }
}
