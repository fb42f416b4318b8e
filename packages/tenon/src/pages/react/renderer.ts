import { createInertiaApp } from '@inertiajs/react'
import '../client/inertia-config.ts'
import { toInertiaOptions, type AppOptions } from './app-options.ts'

/** Renders a page object on the server. */
export type Renderer = (page: never) => Promise<RendererResult>

export interface RendererResult {
  readonly head: readonly string[]
  readonly body: string
}

/**
 * Makes the function that `resources/ssr.tsx` exports: it renders pages on the server, with the same
 * options as `start()` shows them with in the browser.
 */
export function renderer(options: AppOptions): Renderer {
  const prepared = prepare(options)
  return async (page) => {
    const [render, renderToString] = await prepared
    return render(page, renderToString)
  }
}

async function prepare(options: AppOptions) {
  const { renderToString } = await import('react-dom/server')
  const render = await createInertiaApp(toInertiaOptions(options))
  if (render === undefined) throw new Error('renderer() is for the server; a browser has start().')
  return [render, renderToString] as const
}
