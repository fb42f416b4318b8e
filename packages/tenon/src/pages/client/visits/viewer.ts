import type { http, router } from '@inertiajs/core'
import type { ToldPage } from '../versions/keep-typed.ts'

/**
 * Sends with each writing request for whom the shown page was made: with visits, and with what `useHttp` and
 * `createClient` send to the page's own origin. Returns a function that returns this viewer.
 */
export function followViewer(
  client: typeof router,
  requests: typeof http,
): () => string | undefined {
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
    // A writing visit back to the same page may have logged in somebody else. A reading visit may keep typed input,
    // which belongs to the viewer before.
    if (writing.has(visitId)) note(page)
  })
  client.on('finish', ({ detail: { visit } }) => {
    writing.delete(visit.id)
  })
  const toHeader = (method: string, url: string): Header => {
    const isOwn = new URL(url, location.href).origin === location.origin
    return viewer === undefined || /^(?:get|head)$/i.test(method) || !isOwn
      ? undefined
      : { 'X-Viewer': viewer }
  }
  shownPage.viewer = toHeader
  requests.onRequest((request) => ({
    ...request,
    headers: { ...toHeader(request.method, request.url), ...request.headers },
  }))
  return () => viewer
}

type Header = Readonly<Record<string, string>> | undefined

/**
 * The shown page, for calls of `createClient`, which know nothing of it: a tab shows one page. Empty where there is no
 * page client.
 */
export const shownPage: {
  /** The header that says for whom the page was made, for a writing request to the page's own origin. */
  viewer?: (method: string, url: string) => Header
} = {}
