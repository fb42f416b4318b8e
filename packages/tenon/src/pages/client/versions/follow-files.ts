import type { Page, router } from '@inertiajs/core'

/**
 * Loads a document if a file cannot be loaded, for example because a deployment removed it. If a page was requested,
 * loads the document of that page, because the visit may have saved something; otherwise that of the shown page. Typed
 * input is kept for it.
 */
export function followFiles(client: typeof router, leaveTyped: () => void): void {
  let asked: Page | undefined
  let isLeaving = false
  client.on('beforeUpdate', ({ detail: { page } }) => {
    asked = page
  })
  for (const event of ['success', 'error'] as const) {
    client.on(event, () => {
      asked = undefined
    })
  }
  client.on('start', ({ detail: { visit } }) => {
    // The user stayed on the page and began another visit, so its failure has to be shown.
    if (!visit.async && !visit.prefetch) isLeaving = false
  })
  client.on('networkError', (event) => {
    // The failure belongs to the page without its file. The document is about to replace it.
    if (isLeaving) event.preventDefault()
  })

  addEventListener('vite:preloadError', (event: Event & { readonly payload?: Error }) => {
    const url = asked?.url
    asked = undefined
    // Without a network, the page stays: a document could not be loaded again.
    if (!navigator.onLine) return
    if (url === undefined && !mayReload(event.payload?.message ?? '')) return
    event.preventDefault()
    isLeaving = true
    leaveTyped()
    if (url === undefined) location.reload()
    else location.href = url
  })
}

/**
 * Whether the page may be reloaded for this reason. A second failure of the same file is shown instead of reloading
 * again and again.
 */
function mayReload(reason: string): boolean {
  if (sessionStorage.getItem(storageKey) === reason) return false
  sessionStorage.setItem(storageKey, reason)
  return true
}

const storageKey = 'tenon:reloaded-for'
