import { http, router } from '@inertiajs/react'

/**
 * Teaches the stock page client what our server offers beyond the protocol, by its public interface
 * alone: a form says which page it is on, a 422 with that page is no exception, and a page whose
 * file a deployment has replaced is loaded anew, once.
 */
export function bootstrap(): void {
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
