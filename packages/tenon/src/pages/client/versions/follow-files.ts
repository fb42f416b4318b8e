import type { Page, router } from '@inertiajs/core'

/**
 * Loads a document if a file is gone or cannot be loaded: that of the page that was asked for, because what led there may
 * have been saved, or else that of the page that is shown. What was typed is left for it.
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
    // The user has stayed, to save something in the page: what fails from now on is another visit.
    if (!visit.async && !visit.prefetch) isLeaving = false
  })
  client.on('networkError', (event) => {
    // It is the page without its file, which the document replaces.
    if (isLeaving) event.preventDefault()
  })

  addEventListener('vite:preloadError', (event: Event & { readonly payload?: Error }) => {
    const url = asked?.url
    asked = undefined
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
 * A second failure for the same file is not hidden, and neither is one without a network: a document that cannot be loaded
 * again would be lost.
 */
function mayReload(reason: string): boolean {
  if (sessionStorage.getItem(storageKey) === reason) return false
  sessionStorage.setItem(storageKey, reason)
  return true
}

const storageKey = 'tenon:reloaded-for'
