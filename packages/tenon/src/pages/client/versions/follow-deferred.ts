import type { router } from '@inertiajs/core'

/**
 * Requests deferred props again if a replica of another build answered, as during a rolling deployment. If that does
 * not help, the page has changed: it is loaded once more, and typed input is restored. Without this, Inertia would show
 * the fallback until the next visit.
 */
export function followDeferred(client: typeof router, leaveTyped: () => void): void {
  const asked = new Map<string, readonly string[]>()
  const missing = new Set<string>()
  let isRefused = false
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const again = (): void => {
    if (timer !== undefined || attempts > attemptsAtMost) return
    if (attempts === attemptsBeforeReload && mayReload()) {
      leaveTyped()
      location.reload()
      return
    }
    timer = setTimeout(ask, Math.min(firstPauseMs * 4 ** attempts, longestPauseMs))
    attempts += 1
  }
  const ask = (): void => {
    timer = undefined
    if (missing.size > 0) client.reload({ only: [...missing], preserveErrors: true })
  }

  client.on('start', ({ detail: { visit } }) => {
    const isAgain =
      visit.async && visit.only.length > 0 && visit.only.every((prop) => missing.has(prop))
    if (isAgain || isDeferred(visit)) asked.set(visit.id, visit.only)
  })
  client.on('location', ({ detail: { versionChange } }) => {
    isRefused ||= versionChange
  })
  client.on('success', ({ detail: { visitId = '' } }) => {
    for (const prop of asked.get(visitId) ?? []) missing.delete(prop)
    asked.delete(visitId)
  })
  client.on('finish', ({ detail: { visit } }) => {
    const props = asked.get(visit.id)
    asked.delete(visit.id)
    if (props !== undefined && isRefused && visit.completed) {
      for (const prop of props) missing.add(prop)
      again()
    }
    if (asked.size === 0) isRefused = false
  })
  client.on('navigate', () => {
    clearTimeout(timer)
    timer = undefined
    missing.clear()
    attempts = 0
  })
}

const firstPauseMs = 250
const longestPauseMs = 10_000
const attemptsBeforeReload = 3
/** The limit is reached after about six minutes, including the pauses. */
const attemptsAtMost = 40

/** Whether Inertia made the visit to load deferred props: it marks such visits. */
export function isDeferred(visit: { readonly deferredProps?: boolean } | object): boolean {
  return 'deferredProps' in visit && visit.deferredProps === true
}

/** Whether the tab may reload: at most once in ten minutes, the time that a deployment takes. */
function mayReload(): boolean {
  const now = Date.now()
  if (now - Number(sessionStorage.getItem(storageKey)) < 600_000) return false
  sessionStorage.setItem(storageKey, String(now))
  return true
}

const storageKey = 'tenon:reloaded-for-deferred'
