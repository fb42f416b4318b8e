import type { Page, router } from '@inertiajs/core'

/** Loads what follows live props with the first page that has any. */
export function followLive(client: typeof router): void {
  /** What is shown while it is loaded: a page may lack tickets of the one before, if it is a part of it. */
  let shown: Page[] = []
  const load = async (): Promise<unknown> => {
    const { LivePages } = await import('./live/live-pages.ts')
    for (const stop of stops) stop()
    return new LivePages(client, shown)
  }
  const stops = (['navigate', 'success'] as const).map((event) =>
    client.on(event, ({ detail: { page } }) => {
      const isFirst = shown.length === 0
      if (isFirst && !('liveProps' in page)) return
      shown.push(page)
      if (!isFirst) return
      load().catch((error: unknown) => {
        // The next page tries again.
        shown = []
        throw error
      })
    }),
  )
}
