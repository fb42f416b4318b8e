import type { http, HttpResponse, PendingVisit, router } from '@inertiajs/core'
import './inertia-config.ts'
import { followFailures, isPage, type Failure } from './failure.ts'
import { showFailure } from './failure-dialog.ts'
import { followLanguage } from './follow-language.ts'
import { followLive } from './follow-live.ts'
import { followDeferred } from './versions/follow-deferred.ts'
import { followFiles } from './versions/follow-files.ts'
import { followVersions } from './versions/follow-versions.ts'
import { keepTyped, type ToldPage } from './versions/keep-typed.ts'
import { forgetPrefetched } from './visits/forget-prefetched.ts'
import { keepFocus } from './visits/keep-focus.ts'

/** The parts of an Inertia client that `bootstrap()` configures; every adapter exports both. */
export interface PageClient {
  readonly http: typeof http
  readonly router: typeof router
}

export interface BootstrapOptions {
  /** Shows a submit that failed, or a visit without an answer. Default: in a dialog over the page. */
  readonly onFailure?: (failure: Failure) => void
}

/** Options to pass to `createInertiaApp` besides the application's own. */
export interface ClientOptions {
  /** The nonce with which the document's policy allows the styles of the progress bar. */
  readonly nonce?: string
}

/**
 * Configures an Inertia client for what our server adds to the protocol, through public APIs only.
 *
 * - A form says which page it is on. A 422 that carries this page is treated as a page and not as an exception; any other
 *   failure of a form keeps its page. A double click deletes once.
 * - A button that its form disables keeps the focus. If what had it is gone, the heading of the page gets it.
 * - A form says for which user its page was made, and is refused if somebody else has logged in since.
 * - Live props follow the database. What was prefetched for one user is not shown to another.
 * - The props of one build never meet the code of another. A page that a deployment has changed is loaded once, with what
 *   was typed into it. So is a page whose form was answered with a login, after the login.
 *
 * Call it once, before `createInertiaApp`.
 */
export function bootstrap(
  { http, router }: PageClient,
  options: BootstrapOptions = {},
): ClientOptions {
  const nonce = findNonce()
  router.on('before', ({ detail: { visit } }) => {
    // Set before the visit, because an instant visit changes the address before its request is sent.
    if (visit.method !== 'get') visit.headers['X-Form-Page'] = location.pathname + location.search
  })
  http.onError((error) => {
    if ('response' in error && isFormPage(error.response)) error.response.status = 200
  })
  deleteOnce(router)
  const viewer = followViewer(router)
  followVersions(router)
  forgetPrefetched(router)
  const show = options.onFailure ?? ((failure: Failure) => showFailure(failure, nonce))
  const leaveTyped = keepTyped(router, viewer, show)
  followDeferred(router, leaveTyped)
  followFiles(router, leaveTyped)
  followFailures(router, show)
  followLive(router)
  followLanguage(router)
  keepFocus(router)
  return nonce === undefined ? {} : { nonce }
}

function findNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  return nonce === '' ? undefined : nonce
}

/** Whether a 422 holds the page of its form, and not the `Error` page in its place. */
function isFormPage(response: HttpResponse): boolean {
  return (
    response.status === 422 && isPage(response) && !response.data.startsWith('{"component":"Error"')
  )
}

/**
 * Ignores a DELETE that is under way already, such as the second click of a double click. The client would abort the first
 * one, and the second would fail, because what it deletes is gone.
 */
function deleteOnce(client: typeof router): void {
  const underWay = new Map<string, string>()
  client.on('before', (event) => {
    const { visit } = event.detail
    if (visit.method === 'delete' && [...underWay.values()].includes(toWhat(visit))) {
      event.preventDefault()
    }
  })
  client.on('start', ({ detail: { visit } }) => {
    if (visit.method === 'delete') underWay.set(visit.id, toWhat(visit))
  })
  client.on('finish', ({ detail: { visit } }) => {
    underWay.delete(visit.id)
  })
}

/** The same for two visits that delete the same. */
function toWhat({ url, data }: PendingVisit): string {
  return url.href + JSON.stringify(data instanceof FormData ? [...data] : data)
}

/** Says for whom the page was made that is shown, with each visit that writes. Returns what tells that. */
function followViewer(client: typeof router): () => string | undefined {
  let viewer: string | undefined
  const writing = new Set<string>()
  const note = (page: ToldPage): void => {
    viewer = page.viewer
  }
  client.on('before', ({ detail: { visit } }) => {
    if (visit.method !== 'get' && viewer !== undefined) visit.headers['X-Viewer'] = viewer
  })
  client.on('start', ({ detail: { visit } }) => {
    if (visit.method !== 'get') writing.add(visit.id)
  })
  client.on('navigate', ({ detail: { page } }) => note(page))
  client.on('success', ({ detail: { page, visitId = '' } }) => {
    // One that leads back to its page may have logged in somebody else. One that only reads may keep what was typed.
    if (writing.has(visitId)) note(page)
  })
  client.on('finish', ({ detail: { visit } }) => {
    writing.delete(visit.id)
  })
  return () => viewer
}
