import { isOwnPath, toLocalReferer } from '../../web/http/redirect.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { Answered, HttpRequest } from '../../web/http/request.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { isPage, type PageBody } from './page.ts'
import { errorsKey } from './page-state.ts'

/** The parts of the application's routing that are needed to find and show the page of a form. */
export interface FormPages {
  /** The path that the request's route declares as its form's page, if any. */
  declaredPath(request: HttpRequest): string | undefined
  /** The path by naming convention: `x.create` for `x.store`, `x.edit` for `x.update`. */
  conventionalPath(request: HttpRequest): string | undefined
  /**
   * Runs GET `path` through its route's middleware and bindings, as the same client and within this
   * process. The reply is not rendered yet. Returns `undefined` if no GET route matches.
   */
  dispatch(request: HttpRequest, path: string): MaybePromise<Answered<Reply> | undefined>
}

/** The header in which Tenon's client names the page of a form. */
const formPageHeader = 'x-form-page'

type Errors = Readonly<Record<string, string>>

/** The page of a form, not yet finished, with its request; or the error that rendering it caused. */
export type FormPage = Answered<Reply<PageBody>> | { readonly failure: unknown }

/**
 * Finds the page that a form is on and runs it again, with the errors.
 *
 * Tries these in order and takes the first that leads to a page: the declared path (with the query if the client is on
 * that page), the path that the client names, its referrer, and the path by convention.
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
    return whenReady(pages.dispatch(request, path), (found) => toFormPage(found) ?? tryNext())
  }
  return whenReady(tryNext(), (found) => {
    if (found !== undefined && 'reply' in found) {
      found.request.set(errorsKey, toBag(request, errors))
    }
    return found
  })
}

function toFormPage(found: Answered<Reply> | undefined): FormPage | undefined {
  if (found === undefined) return undefined
  const { request, reply } = found
  if (isPage(reply)) return { request, reply }
  return reply.statusCode >= 500 ? { failure: reply.error } : undefined
}

/** The path of the page that the client names, or of its referrer, if it belongs to the application. */
export function toCurrentPath(request: HttpRequest): string | undefined {
  const named = request.header(formPageHeader)
  return named !== undefined && isOwnPath(request, named) ? named : toLocalReferer(request)
}

function* toCandidates(request: HttpRequest, pages: FormPages): Generator<string> {
  const header = request.header(formPageHeader)
  const named = header !== undefined && isOwnPath(request, header) ? header : undefined
  const referer = toLocalReferer(request)
  const declared = pages.declaredPath(request)
  if (declared !== undefined) yield withQuery(declared, [named, referer])
  if (named !== undefined) yield named
  if (referer !== undefined && referer !== named) yield referer
  const conventional = pages.conventionalPath(request)
  if (conventional !== undefined) yield conventional
}

/** The declared path, with the query if the client is on that page: a filtered list stays filtered. */
function withQuery(declared: string, current: readonly (string | undefined)[]): string {
  return current.find((path) => path?.split(/[?#]/, 1)[0] === declared) ?? declared
}

/** Nests the errors under the name that the client gave the form, if any. */
export function toBag(request: HttpRequest, errors: Errors): Readonly<Record<string, unknown>> {
  const bag = request.header('x-inertia-error-bag')
  return bag === undefined || bag === '' ? errors : { [bag]: errors }
}
