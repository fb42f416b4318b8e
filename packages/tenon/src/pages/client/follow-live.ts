import type { Page, router } from '@inertiajs/core'

/** Loads the code that follows live props, with the first page that has live props. */
export function followLive(client: typeof router): void {
  /**
   * The pages shown while the code is loading. All are kept, because a partial page lacks tickets of the page before.
   */
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
