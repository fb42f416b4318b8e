import type { ActiveVisit, router } from '@inertiajs/core'

/**
 * Forgets prefetched pages as soon as they may be old or made for another user: when a form is answered, such as a
 * login, and when the server clears the history at a logout. Also forgets a prefetched failure: a click would show it
 * although the server may be up again.
 */
export function forgetPrefetched(client: typeof router): void {
  /** The prefetches that were sent since pages were forgotten last. */
  const recent = new Set<string>()
  const forget = (): void => {
    recent.clear()
    client.flushAll()
  }
  client.on('start', ({ detail: { visit } }) => {
    if (visit.method === 'get') return
    // Sound: a visit has its callbacks when it starts. Forget before the new page is shown, because its links may
    // already prefetch for the new user.
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
    // Inertia cannot cancel a running prefetch. Turn its answer into that of another version, so that a waiting click
    // loads the document.
    if (!recent.delete(visit.id)) {
      response.status = 409
      response.headers = { 'x-inertia-location': visit.url.href, 'x-inertia-version': 'forgotten' }
    }
    // Inertia stores the answer right after this event, so flush afterwards.
    if (response.status >= 400) setTimeout(() => client.flushAll())
  })
}
