import type { Log } from '../../../base/log/log.ts'
import {
  createServerRenderer,
  type RenderSource,
  type ServerRenderer,
  type SsrOptions,
} from '../../../pages/ssr/server-renderer.ts'

/** Whether and how pages are rendered on the server. */
export type Ssr = boolean | SsrOptions

export interface SsrParts {
  readonly ssr: Ssr
  readonly source: RenderSource | undefined
  readonly routes: Readonly<Record<string, string>>
  readonly base: string
  readonly log: Log
}

/** Prepares server-side rendering if the application enables it; later failures are only logged. */
export function prepareSsr(parts: SsrParts): ServerRenderer | undefined {
  const { ssr, source, routes, base, log } = parts
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
    context: { routes, base },
    report: (component, error) =>
      log.error(`Rendering the page "${component}" failed, so it was left to the client`, {
        error,
      }),
  })
}
