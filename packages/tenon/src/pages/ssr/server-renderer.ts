import { toMs, type Duration } from '../../base/support/duration.ts'
import { ProcessRenderer } from './process-renderer.ts'
import { RenderWorker } from './render-worker.ts'
import type { RenderContext, RenderedPage } from './rendered-page.ts'

/** Options of server-side rendering. */
export interface SsrOptions<Name extends string = string> {
  /** The pages to render on the server. Default: all. */
  readonly pages?: readonly Name[]
  /**
   * Where to render: in this `process` or in a `worker` thread. Default `process`.
   *
   * In a worker, a slow render does not delay other requests, and a render that takes longer than `timeout`
   * is terminated. In development, pages are always rendered in the process.
   */
  readonly runIn?: 'process' | 'worker'
  /** How long a render may take. After that, the client renders the page. Default `1s`. */
  readonly timeout?: Duration
}

/** The source of the module that renders pages. */
export interface RenderSource {
  /** Returns the default export of `resources/ssr.*`; in development, that of its latest version. */
  readonly load: (component: string) => Promise<unknown>
  /** The built file that a worker runs; `undefined` in development. */
  readonly file: string | undefined
}

/** Renders pages on the server. */
export interface ServerRenderer {
  /** Whether the page is rendered on the server. */
  renders(component: string): boolean
  /** Renders a page. Never rejects: reports a failure and returns `undefined`, and the client renders the page. */
  render(component: string, pageJson: string): Promise<RenderedPage | undefined>
}

export interface ServerRendererParts {
  readonly options: SsrOptions
  readonly source: RenderSource
  readonly context: RenderContext
  readonly report: (component: string, error: unknown) => void
}

/** Prepares rendering at boot. Loads nothing before the first page. */
export function createServerRenderer(parts: ServerRendererParts): ServerRenderer {
  const { pages } = parts.options
  const names = pages === undefined ? undefined : new Set(pages)
  const renderer = toRenderer(parts)
  return {
    renders: (component) => names?.has(component) ?? true,
    async render(component, pageJson) {
      try {
        return await renderer.render(pageJson, component)
      } catch (error) {
        parts.report(component, error)
        return undefined
      }
    },
  }
}

function toRenderer({
  options,
  source: { file, load },
  context,
}: ServerRendererParts): ProcessRenderer | RenderWorker {
  const { runIn = 'process', timeout = '1s' } = options
  const timeoutMs = toMs(timeout, 'timeout')
  return runIn === 'worker' && file !== undefined
    ? new RenderWorker({ file, context, timeoutMs })
    : new ProcessRenderer({ load, context, timeoutMs })
}
