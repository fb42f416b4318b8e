import type { http, HttpResponse, PendingVisit, router } from '@inertiajs/core'
import './inertia-config.ts'
import { followFailures, isPage, type Failure } from './failure.ts'
import { showFailure } from './failure-dialog.ts'
import { followLanguage } from './follow-language.ts'
import { followLive } from './follow-live.ts'
import { followDeferred } from './versions/follow-deferred.ts'
import { followFiles } from './versions/follow-files.ts'
import { followOutdated, followVersions } from './versions/follow-versions.ts'
import { keepTyped } from './versions/keep-typed.ts'
import { forgetLatePages, forgetPrefetched, omitFromHistory } from './visits/forget-pages.ts'
import { keepFocus } from './visits/keep-focus.ts'
import { followViewer } from './visits/viewer.ts'

/** The parts of an Inertia client that `bootstrap()` configures; every adapter exports both. */
export interface PageClient {
  readonly http: typeof http
  readonly router: typeof router
}

export interface BootstrapOptions {
  /** Shows a failed submit, or a visit without an answer. Default: a dialog over the page. */
  readonly onFailure?: (failure: Failure) => void
}

/** Options to pass to `createInertiaApp` in addition to your own. */
export interface ClientOptions {
  /** The nonce for the styles of the progress bar, if the document has a content security policy. */
  readonly nonce?: string
}

/**
 * Configures an Inertia client for Tenon's additions to the protocol. It uses only Inertia's public API.
 *
 * - A form sends the URL of its page. A 422 with this page is shown as the page, not as an error; after any other
 *   failure, the page stays as it is. A double click sends a DELETE only once.
 * - A button that its form disables keeps the focus. If the focused element disappears, the page's heading gets the
 *   focus.
 * - A form sends the user for whom its page was made, and so do `useHttp` and `createClient`. The server rejects it if
 *   somebody else has logged in since.
 * - Live props follow the database. Pages that were prefetched for one user are not shown to another.
 * - An answer that arrives after the user has left its page does not replace the newer one.
 * - The props of one build are never used with the code of another. If a deployment has changed a page, the document is
 *   loaded once, and typed input is restored. The same happens after a login, if a form was answered with the login
 *   page, and after a submit, if the deployment has changed the fields of the form.
 * - Without https, where a browser cannot encrypt, pages with `encryptHistory` are not kept in the history.
 *
 * Call it once, before `createInertiaApp`.
 */
export function bootstrap(
  { http, router }: PageClient,
  options: BootstrapOptions = {},
): ClientOptions {
  const nonce = findNonce()
  router.on('before', ({ detail: { visit } }) => {
    // Read the address now, because an instant visit changes it before its request is sent.
    if (visit.method !== 'get') visit.headers['X-Form-Page'] = location.pathname + location.search
  })
  http.onError((error) => {
    if ('response' in error && isFormPage(error.response)) error.response.status = 200
  })
  deleteOnce(router)
  const viewer = followViewer(router, http)
  followVersions(router)
  omitFromHistory(router)
  forgetPrefetched(router)
  const show = options.onFailure ?? ((failure: Failure) => showFailure(failure, nonce))
  const { leaveTyped, leaveOutdated } = keepTyped(router, viewer, show)
  followOutdated(router, http, leaveOutdated)
  followDeferred(router, leaveTyped)
  followFiles(router, leaveTyped)
  followFailures(router, show)
  followLive(router)
  followLanguage(router)
  keepFocus(router)
  // Last, because it is asked first: no other function hears of an answer that is ignored.
  forgetLatePages(router)
  return nonce === undefined ? {} : { nonce }
}

function findNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  return nonce === '' ? undefined : nonce
}

/** Whether a 422 contains the page of its form instead of the `Error` page. */
function isFormPage(response: HttpResponse): boolean {
  return (
    response.status === 422 && isPage(response) && !response.data.startsWith('{"component":"Error"')
  )
}

/**
 * Ignores a DELETE if an equal one is already running, as after a double click. Otherwise the client would abort the
 * first request, and the second would fail, because the record is already deleted.
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

/** A text that is equal for two visits with the same URL and data. */
function toWhat({ url, data }: PendingVisit): string {
  return url.href + JSON.stringify(data instanceof FormData ? [...data] : data)
}
