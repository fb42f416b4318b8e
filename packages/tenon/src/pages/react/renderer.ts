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
 * Creates the default export of `resources/ssr.tsx`, a function that renders pages on the server.
 *
 * Pass the same options as to `start()`.
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
  if (render === undefined)
    throw new Error('renderer() is for the server. In a browser, use start().')
  return [render, renderToString] as const
}
