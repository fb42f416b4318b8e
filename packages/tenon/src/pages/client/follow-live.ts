import type { router } from '@inertiajs/core'

/** Loads what follows live props with the first page that has any. */
export function followLive(client: typeof router): void {
  const stops = (['navigate', 'success'] as const).map((event) =>
    client.on(event, ({ detail: { page } }) => {
      if (!('liveProps' in page)) return
      for (const stop of stops) stop()
      void import('./live/live-pages.ts').then(({ LivePages }) => new LivePages(client, page))
    }),
  )
}
