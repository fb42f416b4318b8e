import type { http, router } from '@inertiajs/core'
import './inertia-config.ts'

/** The parts of a stock page client that it is taught by: each adapter exports both. */
export interface PageClient {
  readonly http: typeof http
  readonly router: typeof router
}

/** What `createInertiaApp` is to be given besides the application's own options. */
export interface ClientOptions {
  /** The nonce by which the document's policy allows the style of the progress bar. */
  readonly nonce?: string
}

/**
 * Teaches a stock page client what our server offers beyond the protocol, by its public interface
 * alone: a form says which page it is on, a 422 with that page is no exception, and a page whose
 * file a deployment has replaced is loaded anew, once. Call it once, before `createInertiaApp`.
 */
export function bootstrap({ http, router }: PageClient): ClientOptions {
  router.on('before', ({ detail: { visit } }) => {
    // Before the visit: an instant visit changes the address before its request is sent.
    if (visit.method !== 'get') visit.headers['X-Form-Page'] = location.pathname + location.search
  })
  http.onError((error) => {
    if ('response' in error && error.response.status === 422 && isPage(error.response.headers)) {
      error.response.status = 200
    }
  })
  addEventListener('vite:preloadError', reloadOnce)
  return toNonce(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce)
}

function toNonce(nonce: string | undefined): ClientOptions {
  return nonce === undefined || nonce === '' ? {} : { nonce }
}

function isPage(headers: Readonly<Record<string, string>>): boolean {
  return headers['x-inertia'] !== undefined
}

/** Reloads for files that are gone; a second failure for the same file is left to be seen. */
function reloadOnce(event: Event & { readonly payload?: Error }): void {
  const reason = event.payload?.message ?? ''
  if (sessionStorage.getItem(reloadKey) === reason) return
  sessionStorage.setItem(reloadKey, reason)
  event.preventDefault()
  location.reload()
}

const reloadKey = 'tenon:reloaded-for'
