import type { Log } from '../../../base/log/log.ts'
import { unknownPage } from '../../../pages/assets/unknown-page.ts'
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
  /** The existing pages; `undefined` if they are not known. */
  readonly names: ReadonlySet<string> | undefined
  readonly routes: Readonly<Record<string, string>>
  readonly base: string
  readonly log: Log
}

/**
 * Prepares server-side rendering if the application enables it; later failures are only logged.
 *
 * Throws `E_PAGE_UNKNOWN` if it lists a page that does not exist.
 */
export function prepareSsr(parts: SsrParts): ServerRenderer | undefined {
  const { ssr, source, names, routes, base, log } = parts
  if (ssr === false) return undefined
  const options = ssr === true ? {} : ssr
  assertPagesExist(options, names)
  if (source === undefined) {
    log.warn(
      'Pages are not rendered on the server: add resources/ssr.tsx and build the application.',
    )
    return undefined
  }
  return createServerRenderer({
    options,
    source,
    context: { routes, base },
    report: (component, error) =>
      log.error(`Rendering the page "${component}" failed, so it was left to the client`, {
        error,
      }),
  })
}

function assertPagesExist({ pages = [] }: SsrOptions, names: SsrParts['names']): void {
  if (names === undefined) return
  const unknown = pages.find((page) => !names.has(page))
  if (unknown !== undefined) throw unknownPage(unknown, names, 'ssr.pages')
}
