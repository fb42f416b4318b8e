import type { ActiveVisit, router } from '@inertiajs/core'

/**
 * Forgets what was prefetched as soon as it may be another's or old: when a form is answered, such as a login, and when
 * the server clears the history at a logout. Also forgets a prefetched failure, which a click would show although the
 * server may be up again.
 */
export function forgetPrefetched(client: typeof router): void {
  /** The prefetches that were sent since the last time. */
  const recent = new Set<string>()
  const forget = (): void => {
    recent.clear()
    client.flushAll()
  }
  client.on('start', ({ detail: { visit } }) => {
    if (visit.method === 'get') return
    // Sound: a visit has its callbacks when it starts. Before its page is shown, whose links may prefetch for the new user.
    const started = visit as ActiveVisit
    const { onBeforeUpdate } = started
    started.onBeforeUpdate = (page) => {
      forget()
      onBeforeUpdate(page)
    }
  })
  client.on('beforeUpdate', ({ detail: { page } }) => {
    if (page.clearHistory) forget()
  })

  client.on('prefetching', ({ detail: { visit } }) => {
    recent.add(visit.id)
  })
  client.on('prefetched', ({ detail: { response, visit } }) => {
    // The client cannot cancel it. To a click that waits for it, it becomes what a page of another version is.
    if (!recent.delete(visit.id)) {
      response.status = 409
      response.headers = { 'x-inertia-location': visit.url.href, 'x-inertia-version': 'forgotten' }
    }
    // The client keeps it right after this event.
    if (response.status >= 400) setTimeout(() => client.flushAll())
  })
}
