import type { PendingVisit, router } from '@inertiajs/core'

/**
 * Ignores a DELETE that is under way already, such as the second click of a double click. The client would abort the first
 * one, and the second would fail, because what it deletes is gone.
 */
export function deleteOnce(client: typeof router): void {
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
