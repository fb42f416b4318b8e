import type { Log } from '../log/log.ts'
import {
  createServerRenderer,
  type RenderSource,
  type ServerRenderer,
  type SsrOptions,
} from '../ssr/server-renderer.ts'

/** Whether, and how, pages are rendered on the server. */
export type Ssr = boolean | SsrOptions

export interface PageRendererParts {
  readonly ssr: Ssr
  readonly source: RenderSource | undefined
  readonly routes: Readonly<Record<string, string>>
  readonly log: Log
}

/** Prepares rendering where the application asks for it; what fails later is logged, not answered. */
export function createPageRenderer(parts: PageRendererParts): ServerRenderer | undefined {
  const { ssr, source, routes, log } = parts
  if (ssr === false) return undefined
  if (source === undefined) {
    log.warn(
      'Pages are not rendered on the server: add resources/ssr.tsx and build the application.',
    )
    return undefined
  }
  return createServerRenderer({
    options: ssr === true ? {} : ssr,
    source,
    context: { routes },
    report: (component, error) =>
      log.error(`The page "${component}" was left to the client: rendering it failed`, { error }),
  })
}
